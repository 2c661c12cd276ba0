import type { QueryPart } from './to-parts.ts'

/** What every product has of a query, by its number. */
export interface Matched {
  /** How well it answers. */
  scores: Float32Array
  /** How many of the things that it must have. */
  counts: Uint8Array
  /** How much it would tell that it has them: of rare ones more. */
  rarity: Float32Array
  /** How many it must have. */
  wanted: number
}

/** A word of less weight does not name a product: that it is rare tells less. */
const NAMING = 40

/** Looks what products have of a query. @param size how many products there are */
export function matchParts(parts: readonly QueryPart[], size: number): Matched {
  const scores = new Float32Array(size)
  const counts = new Uint8Array(size)
  const rarity = new Float32Array(size)
  const part = new Float32Array(size)
  const way = new Float32Array(size)
  const had = new Uint8Array(size)
  let wanted = 0
  for (const { ways, isOptional } of parts) {
    if (!isOptional) wanted += 1
    part.fill(0)
    for (const terms of ways) {
      const [hits = []] = terms
      if (terms.length === 1) lay(hits, part)
      else layTogether(terms, part, way, had)
    }
    const found = part.reduce((count, weight) => (weight > 0 ? count + 1 : count), 0)
    const rare = Math.log(1 + size / (1 + found))
    for (let product = 0; product < size; product += 1) {
      const weight = part[product] ?? 0
      if (weight === 0) continue
      scores[product] = (scores[product] ?? 0) + weight * rare
      if (isOptional) continue
      counts[product] = (counts[product] ?? 0) + 1
      rarity[product] = (rarity[product] ?? 0) + rare * Math.min(1, weight / NAMING)
    }
  }
  return { scores, counts, rarity, wanted }
}

/** A product is worth what the best of its words is. */
function lay(hits: QueryPart['ways'][number][number], onto: Float32Array): void {
  for (const { term, factor } of hits) {
    const { products, weights } = term
    for (let at = 0; at < products.length; at += 1) {
      const product = products[at] ?? 0
      const weight = (weights[at] ?? 0) * factor
      if (weight > (onto[product] ?? 0)) onto[product] = weight
    }
  }
}

/** Of several words a product must have each, and is worth what they are on average. */
function layTogether(terms: QueryPart['ways'][number], onto: Float32Array, token: Float32Array, had: Uint8Array): void {
  const sums = new Float32Array(onto.length)
  had.fill(0)
  for (const hits of terms) {
    token.fill(0)
    lay(hits, token)
    for (let product = 0; product < token.length; product += 1) {
      const weight = token[product] ?? 0
      if (weight === 0) continue
      had[product] = (had[product] ?? 0) + 1
      sums[product] = (sums[product] ?? 0) + weight
    }
  }
  for (let product = 0; product < sums.length; product += 1) {
    const weight = (sums[product] ?? 0) / terms.length
    if (had[product] === terms.length && weight > (onto[product] ?? 0)) onto[product] = weight
  }
}
