import type { Stones } from '#shared/product/read-stones.ts'

import { Ear } from './ear.tsx'
import { Hand, ringPlace, wristOf } from './hand.tsx'
import { Neck } from './neck.tsx'
import { Bracelet, Earring, lowOf, Necklace, Ring } from './piece.tsx'

/** Pixels per millimeter if the screen was not measured, and the point in the middle of the frame. */
export const VIEWS = {
  hand: { scale: 4, x: -22, y: -126 },
  wrist: { scale: 3, x: 0, y: 0 },
  ear: { scale: 4.6, x: 2, y: -10 },
  neck: { scale: 2.6, x: 0, y: 12 },
}

/** Larger than most frames, which show the middle of it. */
const [WIDE, HIGH] = [260, 220]

interface WornProps {
  part: keyof typeof VIEWS
  /** Pixels per millimeter. */
  scale: number
  /** The main ones first. */
  stones: readonly Stones[]
  /** The handle of the innermost category. */
  kind: string
  metal: string | undefined
  /** Inner diameter of the ring, in mm. */
  diameter: number
  /** Of the chain or bracelet, in mm. */
  length: number
}

/** A piece on a body. Every length in the drawing is in mm. */
export function Worn({ part, scale, metal = '', diameter, length, ...piece }: WornProps) {
  const { x, y: middle, scale: usual } = VIEWS[part]
  // Life-size, a phone shows only the surroundings of the pendant.
  const y = part === 'neck' && scale > usual ? lowOf(length) - 15 : middle
  return (
    <svg
      viewBox={`${x - WIDE / 2} ${y - HIGH / 2} ${WIDE} ${HIGH}`}
      width={WIDE * scale}
      height={HIGH * scale}
      data-metal={metal}
      className="shrink-0 overflow-visible stroke-contour"
      fill="none"
      strokeWidth={1.5 / scale}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {part === 'ear' ? <Ear /> : part === 'neck' ? <Neck /> : <Hand diameter={diameter} />}
      {/* Stones and metal are as bright on a dark page. */}
      <g data-theme="light" {...(part === 'hand' ? { transform: ringPlace(diameter) } : {})}>
        {part === 'hand' ? (
          <Ring {...piece} diameter={diameter} />
        ) : part === 'wrist' ? (
          <Bracelet {...piece} length={length} width={wristOf(diameter)} />
        ) : part === 'ear' ? (
          <Earring {...piece} />
        ) : (
          <Necklace {...piece} length={length} />
        )}
      </g>
    </svg>
  )
}
