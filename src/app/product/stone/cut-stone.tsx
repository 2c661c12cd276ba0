import { useId } from 'react'

import type { Stones } from '#shared/product/read-stones.ts'
import type { StoneCut } from '#shared/product/stone-cuts.ts'

interface CutStoneProps extends Pick<Stones, 'cut' | 'length' | 'width'> {
  /** The center. */
  x?: number
  y?: number
}

/** From above, in mm. Facets lie between the table in the center and the edge: a star or steps. */
export function CutStone({ cut, length, width, x = 0, y = 0 }: CutStoneProps) {
  const clip = useId()
  const outline = outlineOf(cut, width, length)
  const rings = STEP_CUTS.has(cut) ? [0.78, 0.56] : [0.56]
  const [right, bottom] = [width / 2, length / 2]
  return (
    <g
      transform={`translate(${x} ${y})`}
      className="text-ink"
      stroke="currentColor"
      strokeWidth={Math.min(0.14, width / 24)}
    >
      <clipPath id={clip}>
        <path d={outline} />
      </clipPath>
      <path d={outline} className="fill-surface" />
      <g className="text-edge" stroke="currentColor">
        <path
          d={`M${-right} ${-bottom}L${right} ${bottom}M${right} ${-bottom}L${-right} ${bottom}M0 ${-bottom}V${bottom}M${-right} 0H${right}`}
          clipPath={`url(#${clip})`}
        />
        {rings.map((scale) => (
          <path key={scale} d={outlineOf(cut, width * scale, length * scale)} className="fill-surface" />
        ))}
      </g>
    </g>
  )
}

/** Around the center. */
export function outlineOf(cut: StoneCut, width: number, length: number): string {
  const side = (percent: string, size: number) => ((Number(percent) / 100 - 0.5) * size).toFixed(2)
  return OUTLINES[cut].replaceAll(
    /([\d.]+) ([\d.]+)/g,
    (_, x: string, y: string) => `${side(x, width)} ${side(y, length)}`,
  )
}

const ELLIPSE = 'M50 0C77.6 0 100 22.4 100 50S77.6 100 50 100 0 77.6 0 50 22.4 0 50 0Z'
const OCTAGON = 'M20 0L80 0 100 15 100 85 80 100 20 100 0 85 0 15Z'

/** The top view in a square of 100 units, in pairs of coordinates. */
const OUTLINES: Record<StoneCut, string> = {
  round: ELLIPSE,
  oval: ELLIPSE,
  cushion: 'M50 0C88 0 100 12 100 50S88 100 50 100 0 88 0 50 12 0 50 0Z',
  emerald: OCTAGON,
  radiant: OCTAGON,
  asscher: 'M27 0L73 0 100 27 100 73 73 100 27 100 0 73 0 27Z',
  princess: 'M0 0L100 0 100 100 0 100Z',
  pear: 'M50 0C60 20 100 40 100 67C100 85 78 100 50 100S0 85 0 67C0 40 40 20 50 0Z',
  marquise: 'M50 0C82 20 100 36 100 50S82 80 50 100C18 80 0 64 0 50S18 20 50 0Z',
  heart: 'M50 20C60 0 100 0 100 30C100 60 68 82 50 100C32 82 0 60 0 30C0 0 40 0 50 20Z',
}

const STEP_CUTS: ReadonlySet<StoneCut> = new Set(['emerald', 'asscher'])
