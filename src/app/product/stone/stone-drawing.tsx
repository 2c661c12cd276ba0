import { useId } from 'react'

import type { Stones } from '#shared/product/read-stones.ts'

import { CARD_MM, useCardPx } from '../own-screen.ts'
import type { Coin } from './coins.ts'
import { CUT_OUTLINES, STEP_CUTS } from './cut-outlines.ts'

/** mm between two things. */
const GAP = 5
/** Where no one has measured the screen: large enough to be looked at. */
const PX_PER_MM = 6

interface StoneDrawingProps {
  /** At most three kinds: the main ones. */
  stones: readonly Stones[]
  coin: Coin
  /** What it shows, in words. */
  label: string
}

/** Stones beside a coin, all on one scale: every length in the drawing is in mm. */
export function StoneDrawing({ stones, coin, label }: StoneDrawingProps) {
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
      aria-label={label}
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

/** From the table in the middle to the edge: a star, or stairs. */
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
