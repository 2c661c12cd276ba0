import { useId } from 'react'

import { curve, type Point } from './curve.ts'

/** A neck and shoulders, in mm from the notch between the collarbones. Drawn on the left and mirrored. */
export function Neck() {
  const clip = useId()
  const mirrored = (points: readonly Point[]) => points.map(([x, y]) => [-x, y] as const).toReversed()
  const outline = `${curve(SIDE)}L200 240L-200 240${curve(mirrored(SIDE)).replace('M', 'L')}`
  return (
    <>
      <clipPath id={clip}>
        <path d={outline} />
      </clipPath>
      <path d={outline} className="fill-skin" stroke="none" />
      <g clipPath={`url(#${clip})`}>
        <path d={`${curve(SHADE)}L62 -140L-62 -140Z`} className="fill-contour" fillOpacity={0.1} stroke="none" />
      </g>
      <path d={`${curve(FACE)}L80 -190L-80 -190Z`} className="fill-skin" stroke="none" />
      <path d={curve(FACE)} />
      <path d={curve(SIDE) + curve(mirrored(SIDE))} />
      <path d={[...LINES, ...LINES.map(mirrored), NOTCH].map(curve).join('')} strokeWidth={0.42} strokeOpacity={0.6} />
    </>
  )
}

const SIDE: readonly Point[] = [
  [56, -112],
  [54.5, -84],
  [56, -58],
  [61, -40],
  [74, -26],
  [100, -15],
  [130, -7],
  [158, 4],
  [178, 26],
  [188, 60],
  [196, 130],
  [200, 240],
]
const FACE: readonly Point[] = [
  [-70, -175],
  [-64, -140],
  [-50, -108],
  [-30, -85],
  [-14, -75],
  [0, -72],
  [14, -75],
  [30, -85],
  [50, -108],
  [64, -140],
  [70, -175],
]
const SHADE: readonly Point[] = [
  [-62, -88],
  [-40, -68],
  [-16, -52],
  [2, -49],
  [20, -55],
  [42, -72],
  [62, -96],
]
const NOTCH: readonly Point[] = [
  [-7, -5],
  [-4.5, 1.5],
  [0, 3.6],
  [4.5, 1.5],
  [7, -5],
]
const LINES: readonly (readonly Point[])[] = [
  [
    [9, 3],
    [20, 1],
    [40, 1.5],
    [64, -3],
    [88, -10],
  ],
  [
    [12, 10.5],
    [24, 8],
    [44, 9],
    [66, 5.5],
    [82, 0],
  ],
  [
    [6, -9],
    [13, -28],
    [24, -52],
    [36, -72],
  ],
  [
    [64, -26],
    [69, -19],
    [77, -14],
  ],
]
