/** A bit set of places in the shop's own order: thousands are combined and counted in microseconds. */
export type ProductSet = Uint32Array

const BITS = 32

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

/** Mutates the set. Use it only to build a set. */
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

/** @param everything all products of the snapshot, which gives the size */
export function inAny(everything: ProductSet, sets: readonly ProductSet[]): ProductSet {
  return everything.map((_, index) => sets.reduce((union, set) => union | (set[index] ?? 0), 0))
}

export function countOf(set: ProductSet): number {
  return set.reduce((count, bits) => count + bitsOf(bits), 0)
}

/** Sums adjacent bits in pairs, fours and eights; the multiplication adds the bytes into the highest. */
function bitsOf(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
