/**
 * Some of the pieces of one snapshot: a bit for each, by its place in the shop's own order.
 * Thousands of pieces are joined and counted in microseconds, and a set of them takes an eighth of a byte each.
 */
export type PieceSet = Uint32Array

const BITS = 32

/** @param size how many pieces the snapshot has */
export function noPieces(size: number): PieceSet {
  return new Uint32Array(Math.ceil(size / BITS))
}

export function allPieces(size: number): PieceSet {
  return piecesAt(
    size,
    Array.from({ length: size }, (_, place) => place),
  )
}

export function piecesAt(size: number, places: Iterable<number>): PieceSet {
  const set = noPieces(size)
  for (const place of places) addPiece(set, place)
  return set
}

/** Changes the set: for whoever is still making it. */
export function addPiece(set: PieceSet, place: number): void {
  const word = Math.floor(place / BITS)
  set[word] = (set[word] ?? 0) | (1 << (place % BITS))
}

export function hasPiece(set: PieceSet, place: number): boolean {
  return ((set[Math.floor(place / BITS)] ?? 0) & (1 << (place % BITS))) !== 0
}

export function inAll(first: PieceSet, ...others: readonly PieceSet[]): PieceSet {
  return first.map((word, index) => others.reduce((left, other) => left & (other[index] ?? 0), word))
}

/** @param everything every piece of the snapshot: of no sets at all, none is in any */
export function inAny(everything: PieceSet, sets: readonly PieceSet[]): PieceSet {
  return everything.map((_, index) => sets.reduce((union, set) => union | (set[index] ?? 0), 0))
}

export function countOf(set: PieceSet): number {
  return set.reduce((count, word) => count + bitsOf(word), 0)
}

/** Adds neighbours up in pairs, fours and eights; the product gathers the eights in the highest byte. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
