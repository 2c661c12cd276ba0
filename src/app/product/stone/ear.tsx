import { useId } from 'react'

import { curve, type Point } from './curve.ts'

/** An ear, 62 mm long, on a head that looks to the left. In mm from the hole for an earring. */
export function Ear() {
  const clip = useId()
  return (
    <>
      <path
        d={`${curve(NECK)}L-62 150${curve(THROAT).replace('M', 'L')}L-30 10Z`}
        className="fill-skin"
        stroke="none"
      />
      <path d={`${curve(SHADE)}Z`} className="fill-contour" fillOpacity={0.1} stroke="none" />
      <path
        d={`${curve(HAIRLINE)}L10 -30 0 4${curve(JAW).replace('M', 'L')}L-170 -110Z`}
        className="fill-skin"
        stroke="none"
      />
      <path d={[JAW, NECK, THROAT].map(curve).join('')} />
      <path d={[HAIRLINE, ...HAIR].map(curve).join('')} strokeWidth={0.35} strokeOpacity={0.6} />
      <g transform="rotate(9)">
        <clipPath id={clip}>
          <path d={curve(RIM)} />
        </clipPath>
        <path d={curve(RIM)} className="fill-skin" stroke="none" />
        <path d={curve(RIM)} clipPath={`url(#${clip})`} strokeWidth={4} strokeOpacity={0.1} />
        <path d={HOLLOW} className="fill-contour" fillOpacity={0.12} stroke="none" />
        <path d={curve(RIM)} />
        <path d={[FOLD, CONCHA, ANTIHELIX, TRAGUS, CRUS].map(curve).join('')} strokeWidth={0.4} strokeOpacity={0.75} />
      </g>
    </>
  )
}

const RIM: readonly Point[] = [
  [-4, -27],
  [-8, -31],
  [-10.2, -38],
  [-8, -46],
  [-1, -52],
  [9, -53],
  [17.5, -48.5],
  [22, -40],
  [22, -30],
  [18.5, -20],
  [13.5, -11],
  [9.5, -4],
  [6.8, 3],
  [2.5, 7.8],
  [-2.5, 8.2],
  [-6.4, 4.6],
  [-8.2, -1],
  [-9, -8],
]
const FOLD: readonly Point[] = [
  [-6, -33],
  [-5.6, -40],
  [-1.5, -46],
  [6, -48.2],
  [13, -45.5],
  [17.4, -38.5],
  [17.6, -30],
  [14.5, -21],
  [10.5, -13.5],
]
const CONCHA: readonly Point[] = [
  [-1, -33],
  [4.5, -34.5],
  [9.6, -32],
  [11.8, -26.5],
  [11, -20],
  [7, -13],
  [3, -9.8],
  [0.4, -10.6],
  [-1.8, -8.2],
  [-4.4, -8.6],
]
const ANTIHELIX: readonly Point[] = [
  [4, -43],
  [8.6, -40],
  [12, -35],
]
const TRAGUS: readonly Point[] = [
  [-4.4, -8.6],
  [-4.6, -12],
  [-2.6, -15.5],
  [-3.4, -19.5],
  [-6.6, -23],
]
const CRUS: readonly Point[] = [
  [-4, -27],
  [0, -25.6],
  [4, -23.4],
]
const HOLLOW = `${curve([...CONCHA.slice(1), ...TRAGUS.slice(1), [-4, -27]])}Z`
const JAW: readonly Point[] = [
  [-8.5, 5],
  [-10.6, 10],
  [-15, 20],
  [-25, 38],
  [-44, 54],
  [-72, 66],
  [-100, 71],
  [-170, 72],
]
const THROAT: readonly Point[] = [
  [-62, 150],
  [-57, 118],
  [-57, 92],
  [-62, 76],
  [-72, 66],
]
const NECK: readonly Point[] = [
  [8, -14],
  [18, -12],
  [24, -4],
  [27, 12],
  [29, 36],
  [32, 62],
  [38, 96],
  [56, 150],
]
const SHADE: readonly Point[] = [
  [-11, 2],
  [6, 16],
  [4, 34],
  [-14, 58],
  [-38, 72],
  [-59, 79],
  [-72, 66],
  [-44, 54],
  [-25, 38],
  [-15, 20],
]
const HAIRLINE: readonly Point[] = [
  [-170, -110],
  [-104, -100],
  [-62, -84],
  [-36, -62],
  [-24, -42],
  [-17, -27],
  [-13.6, -12],
  [-11.4, -22],
  [-8, -33],
  [-3, -42],
]
/** Pinned up: strands that sweep back over the ear, and from the neck up. */
const HAIR: readonly (readonly Point[])[] = [
  [
    [-36, -62],
    [-14, -76],
    [18, -76],
    [46, -60],
    [68, -36],
  ],
  [
    [-24, -42],
    [-10, -61],
    [14, -65],
    [40, -49],
    [62, -25],
  ],
  [
    [-17, -27],
    [-14, -44],
    [-4, -57.5],
    [12, -59.5],
    [34, -44],
    [60, -16],
  ],
  [
    [-62, -84],
    [-30, -102],
    [16, -104],
    [56, -82],
    [80, -46],
  ],
  [
    [-50, -74],
    [-22, -89],
    [17, -90],
    [51, -71],
    [73, -41],
  ],
  [
    [26, -33],
    [36, -22],
    [48, -12],
    [60, -8],
  ],
  [
    [23, -14],
    [34, -4],
    [48, 1],
    [61, 0],
  ],
  [
    [27, 10],
    [36, 12],
    [50, 11],
    [63, 8],
  ],
  [
    [29, 32],
    [36, 28],
    [52, 22],
    [68, 15],
  ],
  [
    [98, -54],
    [76, -44],
    [62, -24],
    [60, -4],
    [68, 15],
    [88, 24],
  ],
  [
    [92, -44],
    [74, -30],
    [68, -8],
    [76, 10],
    [92, 16],
  ],
]
