import type { Stones } from '#shared/product/read-stones.ts'

import { CoinDrawing } from './coin-drawing.tsx'
import { CutStone } from './cut-stone.tsx'
import { useDrawingLabel, type Coin } from './stone-size.tsx'

/** Additional kinds of stones would be tiny dots. */
const MOST_DRAWN = 3
/** Gap between two items, in mm. */
const GAP = 5
/** Pixels per millimeter, large enough to show the shapes. */
const PX_PER_MM = 6

interface StoneDrawingProps {
  /** The main ones first. The first three kinds are drawn. */
  stones: readonly Stones[]
  coin: Coin
}

/** Stones alone, all on one scale. Every length in the drawing is in mm. */
export function StoneDrawing({ stones: all, coin }: StoneDrawingProps) {
  const stones = all.slice(0, MOST_DRAWN)
  const label = useDrawingLabel(stones, coin)
  const width = stones.reduce((sum, stone) => sum + GAP + stone.width, coin.diameter)
  return (
    <svg
      viewBox={`-0.5 -0.5 ${width + 1} ${coin.diameter + 1}`}
      role="img"
      aria-label={label}
      width={(width + 1) * PX_PER_MM}
      height={(coin.diameter + 1) * PX_PER_MM}
      fill="none"
    >
      <CoinDrawing coin={coin} />
      {stones.map((stone, index) => {
        const before = stones.slice(0, index).reduce((sum, other) => sum + other.width + GAP, coin.diameter + GAP)
        return <CutStone key={index} {...stone} x={before + stone.width / 2} y={coin.diameter / 2} />
      })}
    </svg>
  )
}
