import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'

import type { Stones } from '#shared/product/read-stones.ts'
import type { StoneCut } from '#shared/product/stone-cuts.ts'

import { CARD_MM, useCardPx } from '../own-screen.ts'
import { useCutLabels, useStoneLabels, type Coin } from './stone-size.tsx'

/** Additional kinds of stones would be tiny dots. */
const MOST_DRAWN = 3
/** Gap between two items, in mm. */
const GAP = 5
/** Pixels per millimeter if the screen was not measured. It is large enough to show the shapes. */
const PX_PER_MM = 6

interface StoneDrawingProps {
  /** The main ones first. The first three kinds are drawn. */
  stones: readonly Stones[]
  coin: Coin
}

/** All on one scale. Every length in the drawing is in mm. */
export function StoneDrawing({ stones: all, coin }: StoneDrawingProps) {
  const { t, i18n } = useLingui()
  const cutLabels = useCutLabels()
  const { sizeOf, millimetres } = useStoneLabels()
  const { face } = coin
  const across = millimetres(coin.diameter)
  const stones = all.slice(0, MOST_DRAWN)
  const named = new Intl.ListFormat(i18n.locale).format(
    stones.map((stone) => `${cutLabels[stone.cut]}, ${sizeOf(stone)}`),
  )
  const cardPx = useCardPx()
  const scale = cardPx ? cardPx / CARD_MM : PX_PER_MM
  const middle = coin.diameter / 2
  const placed = stones.map((stone, index) => {
    const before = stones.slice(0, index).reduce((sum, { width }) => sum + width + GAP, 0)
    return { stone, x: coin.diameter + GAP + before }
  })
  const width = stones.reduce((sum, stone) => sum + GAP + stone.width, coin.diameter)
  return (
    <svg
      viewBox={`-0.5 -0.5 ${width + 1} ${coin.diameter + 1}`}
      role="img"
      aria-label={t`Next to a ${face} coin (${across}): ${named}`}
      className="shrink-0"
      width={(width + 1) * scale}
      height={(coin.diameter + 1) * scale}
      fill="none"
      stroke="currentColor"
    >
      <g className="text-edge" strokeWidth={0.2}>
        <circle cx={middle} cy={middle} r={middle} className="fill-surface" />
        <circle cx={middle} cy={middle} r={middle * 0.93} strokeDasharray="0.15 0.45" strokeWidth={0.4} />
        <text
          x={middle}
          y={middle}
          dy="0.35em"
          fontSize={middle * 0.42}
          textAnchor="middle"
          fill="currentColor"
          stroke="none"
          className="font-medium"
        >
          {coin.face}
        </text>
      </g>
      {placed.map(({ stone, x }, index) => (
        <svg
          key={index}
          {...{ x, y: middle - stone.length / 2, width: stone.width, height: stone.length }}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          overflow="visible"
        >
          <Facets cut={stone.cut} />
        </svg>
      ))}
    </svg>
  )
}

/** Facets between the table in the center and the edge: a star or steps. */
function Facets({ cut }: Pick<Stones, 'cut'>) {
  const clip = useId()
  const outline = CUT_OUTLINES[cut]
  const rings = STEP_CUTS.has(cut) ? [0.78, 0.56] : [0.56]
  return (
    <g className="text-ink" strokeWidth={1} vectorEffect="non-scaling-stroke">
      <clipPath id={clip}>
        <path d={outline} />
      </clipPath>
      <path d={outline} className="fill-surface" vectorEffect="non-scaling-stroke" />
      <path
        d="M0 0 100 100M100 0 0 100M50 0V100M0 50H100"
        clipPath={`url(#${clip})`}
        vectorEffect="non-scaling-stroke"
        className="text-edge"
      />
      {rings.map((scale) => (
        <path
          key={scale}
          d={outline}
          transform={`translate(50 50) scale(${scale}) translate(-50 -50)`}
          vectorEffect="non-scaling-stroke"
          className="fill-surface text-edge"
        />
      ))}
    </g>
  )
}

const ELLIPSE = 'M50 0A50 50 0 1 1 50 100A50 50 0 1 1 50 0Z'
const OCTAGON = 'M20 0H80L100 15V85L80 100H20L0 85V15Z'

/** The top view in a square of 100 units, which is stretched to the stone's length and width. */
const CUT_OUTLINES: Record<StoneCut, string> = {
  round: ELLIPSE,
  oval: ELLIPSE,
  cushion: 'M50 0C88 0 100 12 100 50S88 100 50 100 0 88 0 50 12 0 50 0Z',
  emerald: OCTAGON,
  radiant: OCTAGON,
  asscher: 'M27 0H73L100 27V73L73 100H27L0 73V27Z',
  princess: 'M0 0H100V100H0Z',
  pear: 'M50 0C60 20 100 40 100 67A50 33 0 0 1 0 67C0 40 40 20 50 0Z',
  marquise: 'M50 0C82 20 100 36 100 50S82 80 50 100C18 80 0 64 0 50S18 20 50 0Z',
  heart: 'M50 20C60-7 100-5 100 30C100 60 68 82 50 100C32 82 0 60 0 30C0-5 40-7 50 20Z',
}

const STEP_CUTS: ReadonlySet<StoneCut> = new Set(['emerald', 'asscher'])
