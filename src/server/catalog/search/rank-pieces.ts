import { noPieces, addPiece, type PieceSet } from '../listing/piece-set.ts'
import type { PieceOrder } from '../listing/price-index.ts'
import type { Answered } from './find-pieces.ts'

/** Pieces that answer a query, by their places in the shop's own order. */
export interface RankedPieces {
  pieces: PieceSet
  /** The best first; of equals in the shop's own order, which puts what others choose before the rest. */
  featured: PieceOrder
}

/** Scores nearer than this are the same. */
const STEP = 16
const MOST = 4095
/** Of pieces that have only some of a query, those that have nearly as much as the best. */
const NEARLY = 0.6

/**
 * @param numberAt the number in the index of the piece at a place
 * @param boosts what a piece's place is worth besides
 */
export function rankPieces(
  { matched, isNearest }: Answered,
  numberAt: Uint32Array,
  boostAt: (place: number) => number,
): RankedPieces {
  const { scores, counts, rarity, wanted } = matched
  const most = isNearest ? rarity.reduce((best, one) => Math.max(best, one), 0) : 0
  const pieces = noPieces(numberAt.length)
  const buckets = new Map<number, number[]>()
  let count = 0
  for (let place = 0; place < numberAt.length; place += 1) {
    const number = numberAt[place] ?? 0
    const score = scores[number] ?? 0
    if (score === 0) continue
    if (isNearest ? (rarity[number] ?? 0) < most * NEARLY : counts[number] !== wanted) continue
    addPiece(pieces, place)
    count += 1
    const worth = isNearest ? (rarity[number] ?? 0) * 1000 + score / 100 : score
    const bucket = Math.min(MOST, Math.round((worth + boostAt(place)) / STEP))
    const places = buckets.get(bucket)
    if (places) places.push(place)
    else buckets.set(bucket, [place])
  }
  const featured = new Uint32Array(count)
  let at = 0
  for (const bucket of [...buckets.keys()].toSorted((a, b) => b - a)) {
    for (const place of buckets.get(bucket) ?? []) featured[at++] = place
  }
  return { pieces, featured }
}
