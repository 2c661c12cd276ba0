/**
 * Some of the products of one snapshot: a bit for each, by its place in the shop's own order.
 * Thousands of products are joined and counted in microseconds, and a set of them takes an eighth of a byte each.
 */
export type ProductSet = Uint32Array

const BITS = 32

/** @param size how many products the snapshot has */
export function noProducts(size: number): ProductSet {
  return new Uint32Array(Math.ceil(size / BITS))
}

export function allProducts(size: number): ProductSet {
  return productsAt(
    size,
    Array.from({ length: size }, (_, place) => place),
  )
}

export function productsAt(size: number, places: Iterable<number>): ProductSet {
  const set = noProducts(size)
  for (const place of places) addProduct(set, place)
  return set
}

/** Changes the set: for anyone who is still making it. */
export function addProduct(set: ProductSet, place: number): void {
  const bits = Math.floor(place / BITS)
  set[bits] = (set[bits] ?? 0) | (1 << (place % BITS))
}

export function hasProduct(set: ProductSet, place: number): boolean {
  return ((set[Math.floor(place / BITS)] ?? 0) & (1 << (place % BITS))) !== 0
}

export function inAll(first: ProductSet, ...others: readonly ProductSet[]): ProductSet {
  return first.map((bits, index) => others.reduce((left, other) => left & (other[index] ?? 0), bits))
}

/** @param everything every piece of the snapshot: of no sets at all, none is in any */
export function inAny(everything: ProductSet, sets: readonly ProductSet[]): ProductSet {
  return everything.map((_, index) => sets.reduce((union, set) => union | (set[index] ?? 0), 0))
}

export function countOf(set: ProductSet): number {
  return set.reduce((count, bits) => count + bitsOf(bits), 0)
}

/** Adds neighbours up in pairs, fours and eights; the product gathers the eights in the highest byte. */
function bitsOf(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
