import { useId } from 'react'

import { curve, type Point } from './curve.ts'

/** The inner diameter of the ring for which the hand is drawn: US size 7. */
const USUAL = 17.3

interface Finger {
  /** The middle of its base, from the middle of the wrist. */
  base: Point
  /** In degrees, to the right. */
  lean: number
  length: number
  width: number
  /** How far the tip is off the axis. */
  bend: number
}

/** Half of the width along a finger: between the joints it is slimmer. */
const PROFILE: readonly Point[] = [
  [0.1, 0.5],
  [0.28, 0.487],
  [0.46, 0.505],
  [0.6, 0.45],
  [0.74, 0.44],
  [0.87, 0.38],
  [0.95, 0.27],
]

/** The back of a left hand, 185 mm long, in mm from the middle of the wrist. A larger ring size makes it wider. */
function fingersOf(diameter: number): Record<'little' | 'ring' | 'middle' | 'index' | 'thumb', Finger> {
  const wide = widen(diameter)
  const width = diameter / USUAL
  return {
    little: { base: [-28.6 * wide, -86], lean: -17, length: 60, width: 13.6 * width, bend: 6 },
    ring: { base: [-10.6 * wide, -101], lean: -4.5, length: 75, width: diameter, bend: 2.5 },
    middle: { base: [7.8 * wide, -105], lean: 0.5, length: 80, width: 17.4 * width, bend: 0 },
    index: { base: [26 * wide, -99], lean: 8.5, length: 73, width: 16.6 * width, bend: -4 },
    thumb: { base: [40.5 * wide, -45], lean: 24, length: 66, width: 17.5 * width, bend: -7 },
  }
}

/** A palm grows less than its fingers. */
function widen(diameter: number): number {
  return 1 + (diameter / USUAL - 1) * 0.75
}

/** A point on a finger, `along` it from 0 to 1 and `across` it in mm. */
function on({ base: [x, y], lean, length, bend }: Finger, along: number, across: number): Point {
  const angle = (lean * Math.PI) / 180
  const [forth, side] = [along * length, across + bend * along ** 2]
  return [x + Math.sin(angle) * forth + Math.cos(angle) * side, y - Math.cos(angle) * forth + Math.sin(angle) * side]
}

/** Where a ring sits, with the finger pointing upward. */
export function ringPlace(diameter: number): string {
  const { ring } = fingersOf(diameter)
  const along = 0.21
  const lean = ring.lean + (Math.atan((2 * ring.bend * along) / ring.length) * 180) / Math.PI
  return `translate(${on(ring, along, 0).join(' ')}) rotate(${lean})`
}

/** The width of the wrist. */
export function wristOf(diameter: number): number {
  return 53 * widen(diameter)
}

function around(finger: Finger): Point[] {
  const side = (sign: number) => PROFILE.map(([along, half]) => on(finger, along, sign * half * finger.width))
  return [...side(-1), on(finger, 1, 0), ...side(1).toReversed()]
}

export function Hand({ diameter }: { diameter: number }) {
  const hand = fingersOf(diameter)
  const { little, ring, middle, index, thumb } = hand
  const wide = widen(diameter)
  const clip = useId()
  const outline = curve([
    [-42, 190],
    [-34, 90],
    [-27.5 * wide, 25],
    [-26.2 * wide, 4],
    [-28 * wide, -18],
    [-33.5 * wide, -46],
    [-36.8 * wide, -72],
    ...around(little),
    [-20 * wide, -92],
    ...around(ring),
    [-1.6 * wide, -103.5],
    ...around(middle),
    [17.2 * wide, -102.5],
    ...around(index),
    [35.6 * wide, -76],
    [36.8 * wide, -61],
    ...around(thumb).slice(1, -1),
    [47.5 * wide, -44],
    [39.5 * wide, -24],
    [30.5 * wide, -7],
    [26.6 * wide, 8],
    [28.5 * wide, 32],
    [35, 90],
    [43, 190],
  ])
  const fingers = [little, ring, middle, index]
  return (
    <>
      <clipPath id={clip}>
        <path d={outline} />
      </clipPath>
      <path d={outline} className="fill-skin" stroke="none" />
      <g clipPath={`url(#${clip})`}>
        <path d={outline} transform="translate(1 0.5)" strokeWidth={5} strokeOpacity={0.1} />
      </g>
      <path d={outline} />
      <path
        d={[
          ...fingers.flatMap((finger) => [
            arch(finger, 0.43, 0.17, 0.012),
            arch(finger, 0.455, 0.24, 0.004),
            arch(finger, 0.48, 0.15, -0.01),
            arch(finger, 0.735, 0.17, -0.008),
          ]),
          arch(thumb, 0.52, 0.2, 0),
          ...TENDONS.map(([finger, across]) =>
            curve([on(hand[finger], -0.3, 0), on(hand[finger], -0.4, across * 0.4), on(hand[finger], -0.5, across)]),
          ),
        ].join('')}
        strokeWidth={0.3}
        strokeOpacity={0.5}
      />
      {[...fingers, thumb].map((finger) => (
        <Nail key={finger.lean} finger={finger} />
      ))}
    </>
  )
}

/** A crease across a finger. */
function arch(finger: Finger, along: number, half: number, rise: number): string {
  const side = finger.width * half
  return curve([on(finger, along, -side), on(finger, along + rise, 0), on(finger, along, side)])
}

function Nail({ finger }: { finger: Finger }) {
  const half = finger.width * 0.27
  const side = (sign: number) => NAIL.map(([along, part]) => on(finger, along, sign * part * half))
  const outline = curve([...side(-1), ...side(1).toReversed().slice(1)])
  return <path d={outline} strokeWidth={0.3} className="fill-nail" />
}

const TENDONS = [
  ['ring', 1],
  ['middle', -0.3],
  ['index', -2],
] as const

const NAIL: readonly Point[] = [
  [0.872, 0],
  [0.878, 0.6],
  [0.905, 0.97],
  [0.96, 1],
  [1.02, 0.68],
  [1.052, 0],
]
