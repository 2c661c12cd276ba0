import type { Coin } from './stone-size.tsx'

/** In mm, from its left and upper edge. */
export function CoinDrawing({ coin: { face, diameter } }: { coin: Coin }) {
  const middle = diameter / 2
  return (
    <g className="text-edge" stroke="currentColor" strokeWidth={0.2}>
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
        {face}
      </text>
    </g>
  )
}
