import type { Stones } from '#shared/product/read-stones.ts'

import { curve, type Point } from './curve.ts'
import { CutStone, outlineOf } from './cut-stone.tsx'

/** Stones that are too many to count have no more than a few tenths between them. */
const GAP = 0.15
/** The facets of smaller stones would be a blur. */
const LEAST_FACETED = 3
/** More stones of one kind make a row. */
const MOST_SINGLE = 4

/** Metal along a path: its edge, its color and its light. */
function Metal({ path, width }: { path: string; width: number }) {
  return (
    <>
      <path d={path} strokeWidth={width + 0.3} className="stroke-contour" />
      <path d={path} strokeWidth={width} className="stroke-metal" />
      <path d={path} strokeWidth={width * 0.35} className="stroke-metal-light" />
    </>
  )
}

interface RowProps {
  path: string
  /** Of the path. */
  length: number
  size: number
}

/** Small round stones: the dots of a dotted line. */
function Row({ path, length, size }: RowProps) {
  const dots = { d: path, pathLength: Math.round(length / (size + GAP)), strokeDasharray: '0 1' }
  return (
    <>
      <path d={path} strokeWidth={size + 0.5} className="stroke-metal" />
      <path {...dots} strokeWidth={size} className="stroke-edge" />
      <path {...dots} strokeWidth={size * 0.84} className="stroke-surface" />
    </>
  )
}

interface SetStoneProps {
  stone: Stones
  halo?: Stones | undefined
  x?: number
  y?: number
  turn?: number
}

/** A stone in its setting, with the small stones of a halo. */
function SetStone({ stone: { cut, width, length }, halo, x = 0, y = 0, turn = 0 }: SetStoneProps) {
  const size = halo?.length ?? 0
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      {halo ? (
        <Row
          path={outlineOf(cut, width + size + 0.5, length + size + 0.5)}
          length={((width + length) / 2 + size) * Math.PI}
          size={size}
        />
      ) : (
        <path d={outlineOf(cut, width + 0.8, length + 0.8)} className="fill-metal stroke-contour" strokeWidth={0.12} />
      )}
      <CutStone {...{ cut, length, width }} />
    </g>
  )
}

interface PieceProps {
  stones: readonly Stones[]
  /** The handle of the innermost category. */
  kind: string
}

/** Around the middle of a finger that points upward. */
export function Ring({ stones, kind, diameter }: PieceProps & { diameter: number }) {
  const { main, sides, small } = sort(stones)
  const isOnBand = !main || ['pave', 'bridal', 'eternity'].includes(kind)
  const edge = diameter / 2 + 0.7
  const path = `M${-edge} -1.2A${edge} 2.4 0 0 0 ${edge} -1.2`
  const center = 1.1
  return (
    <g strokeLinecap="butt">
      <Metal path={path} width={(isOnBand && small?.width) || 1.8} />
      <g strokeLinecap="round">
        {isOnBand && small ? <Row path={path} length={edge * 2.1} size={small.length} /> : null}
        {main && sides
          ? [-1, 1].map((sign) => (
              <SetStone
                key={sign}
                stone={sides}
                x={sign * (main.width / 2 + sides.length / 2 + 0.3)}
                y={center - 0.4}
                turn={90 * sign}
              />
            ))
          : null}
        {main ? <SetStone stone={main} y={center} halo={isOnBand ? undefined : small} /> : null}
      </g>
    </g>
  )
}

/** A hoop of unstated size is usually 20 mm across. */
const HOOP = 10

/** From the hole in the lobe down. */
export function Earring({ stones, kind }: PieceProps) {
  const { main, sides, small } = sort(stones)
  if (!main) {
    const at = (degrees: number): Point => {
      const angle = (degrees * Math.PI) / 180
      return [-Math.sin(angle) * HOOP * 0.5, HOOP - Math.cos(angle) * HOOP]
    }
    const front = curve([0, 30, 60, 90, 120, 150, 180].map(at))
    const back = curve([180, 210, 240, 270, 292].map(at))
    return (
      <>
        <Metal path={back} width={1.4} />
        <Metal path={front} width={small?.length ?? 1.8} />
        {small ? <Row path={front} length={HOOP * 2.4} size={small.length} /> : null}
      </>
    )
  }
  if (kind !== 'drops' && !(sides && kind === 'pendant-earrings')) return <SetStone stone={main} halo={small} />
  const top = sides?.length ?? 2.4
  const center = top / 2 + 2.4 + (small?.length ?? 0) + main.length / 2
  return (
    <>
      <Metal path={`M0 0V${center}`} width={0.7} />
      {sides ? <SetStone stone={sides} /> : <circle r={1.2} className="fill-metal" />}
      <SetStone stone={main} halo={small} y={center} />
    </>
  )
}

const NECK_SIDE = -42

/** How far below the notch between the collarbones a chain hangs, both in mm. Its ends are at the sides of the neck. */
export function lowOf(length: number): number {
  return NECK_SIDE + Math.sqrt(((length - 165) / 2) ** 2 - 74 ** 2) * 0.75
}

/** Side to side across the front, from the notch between the collarbones. A longer chain hangs lower. */
export function Necklace({ stones, kind, length }: PieceProps & { length: number }) {
  const { main, small } = sort(stones)
  const low = lowOf(length)
  const points = Array.from({ length: 25 }, (_, index): Point => {
    const angle = ((index / 12 - 1) * Math.PI) / 2
    return [60 * Math.sin(angle), (low - NECK_SIDE) * Math.cos(angle) ** 1.2 + NECK_SIDE]
  })
  const path = curve(points)
  if (kind.startsWith('tennis') && small) {
    const seen = points.slice(1).reduce((sum, [x, y], index) => {
      const [left, above] = points[index] as Point
      return sum + Math.hypot(x - left, y - above)
    }, 0)
    return <Row path={path} length={seen} size={small.length} />
  }
  return (
    <>
      <path d={path} strokeWidth={1} className="stroke-contour" />
      <path d={path} strokeWidth={0.7} className="stroke-metal" />
      <path d={path} strokeWidth={0.5} strokeDasharray="0 1.4" className="stroke-metal-light" />
      {main ? (
        <>
          <Metal path={`M0 ${low - 0.6}v2.4`} width={0.9} />
          <SetStone stone={main} halo={small} y={low + 1.6 + (small?.length ?? 0) + main.length / 2} />
        </>
      ) : small ? (
        <Row path={`M-15 ${low - 0.6}Q0 ${low + 0.6} 15 ${low - 0.6}`} length={30} size={small.length} />
      ) : null}
    </>
  )
}

/** From the wrist to where a bracelet lies. */
const BELOW_WRIST = 14

/** Across a wrist of `width`. */
export function Bracelet({ stones, kind, length, width }: PieceProps & { length: number; width: number }) {
  const { main, small } = sort(stones)
  const half = width / 2 + (kind === 'bangle' ? 3 : 0.4)
  const sag = (length - 150) * 0.22 + 1
  const at = (angle: number): Point => [half * Math.sin(angle), sag * Math.cos(angle) + BELOW_WRIST]
  const path = curve([-90, -65, -40, -20, 0, 20, 40, 65, 90].map((degrees) => at((degrees * Math.PI) / 180)))
  const stone = main ?? small
  if (!stone) return null
  const { length: size } = stone
  const count = stone.count ?? Math.floor(length / (size + GAP * 2))
  const isRow = kind.startsWith('tennis') || count > 12
  if (isRow && size < LEAST_FACETED) {
    return (
      <>
        <Metal path={path} width={size + 1} />
        <Row path={path} length={half * 2.15} size={size} />
      </>
    )
  }
  const step = (2 * Math.PI) / count
  const most = Math.floor(Math.PI / 2 / step)
  return (
    <>
      <Metal path={path} width={isRow ? 1.6 : 0.8} />
      {count === 1 ? <Metal path={`M0 ${sag + BELOW_WRIST}v2`} width={0.7} /> : null}
      {Array.from({ length: 2 * most + 1 }, (_, index) => {
        const angle = (index - most) * step
        const [x, y] = at(angle)
        // Seen from the front, those at the sides are narrower.
        const seen = size * Math.cos(angle)
        return (
          <SetStone
            key={index}
            stone={{ ...stone, length: seen }}
            x={x}
            y={count === 1 ? y + 2 + size / 2 : y}
            turn={90}
          />
        )
      })}
    </>
  )
}

function sort(stones: readonly Stones[]) {
  const [main, sides] = stones.filter((stone) => !isSmall(stone)).toSorted((a, b) => b.length - a.length)
  return { main, sides, small: stones.find(isSmall) }
}

/** Whether stones make a row, as of a halo or pavé. */
export function isSmall({ count, length }: Stones): boolean {
  return count === null || (count > MOST_SINGLE && length < LEAST_FACETED)
}
