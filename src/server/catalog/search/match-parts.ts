import type { Alternative, QueryPart } from './to-parts.ts'

/** How each product matches a query, by its number in the index. */
export interface Matched {
  scores: Float32Array
  /** The number of required parts that it matches. */
  counts: Uint8Array
  /** The total rarity of the required parts that it matches. */
  rarity: Float32Array
  /** The number of required parts. */
  wanted: number
}

/** Words with a lower weight do not name products, so their rarity counts less. */
const NAMING_WEIGHT = 40

export function matchParts(parts: readonly QueryPart[], size: number): Matched {
  const scores = new Float32Array(size)
  const counts = new Uint8Array(size)
  const rarity = new Float32Array(size)
  const part = new Float32Array(size)
  const termWeights = new Float32Array(size)
  const termCounts = new Uint8Array(size)
  let wanted = 0
  for (const { alternatives, isOptional } of parts) {
    if (!isOptional) wanted += 1
    part.fill(0)
    for (const terms of alternatives) {
      const [hits = []] = terms
      if (terms.length === 1) keepBest(hits, part)
      else keepBestPhrase(terms, part, termWeights, termCounts)
    }
    const found = part.reduce((count, weight) => (weight > 0 ? count + 1 : count), 0)
    const rare = Math.log(1 + size / (1 + found))
    for (let product = 0; product < size; product += 1) {
      const weight = part[product] ?? 0
      if (weight === 0) continue
      scores[product] = (scores[product] ?? 0) + weight * rare
      if (isOptional) continue
      counts[product] = (counts[product] ?? 0) + 1
      rarity[product] = (rarity[product] ?? 0) + rare * Math.min(1, weight / NAMING_WEIGHT)
    }
  }
  return { scores, counts, rarity, wanted }
}

function keepBest(hits: Alternative[number], onto: Float32Array): void {
  for (const { term, factor } of hits) {
    const { products, weights } = term
    for (let at = 0; at < products.length; at += 1) {
      const product = products[at] ?? 0
      const weight = (weights[at] ?? 0) * factor
      if (weight > (onto[product] ?? 0)) onto[product] = weight
    }
  }
}

/** Gives each product that has all words their average weight, if that is more than it has. */
function keepBestPhrase(
  terms: Alternative,
  onto: Float32Array,
  termWeights: Float32Array,
  termCounts: Uint8Array,
): void {
  const sums = new Float32Array(onto.length)
  termCounts.fill(0)
  for (const hits of terms) {
    termWeights.fill(0)
    keepBest(hits, termWeights)
    for (let product = 0; product < termWeights.length; product += 1) {
      const weight = termWeights[product] ?? 0
      if (weight === 0) continue
      termCounts[product] = (termCounts[product] ?? 0) + 1
      sums[product] = (sums[product] ?? 0) + weight
    }
  }
  for (let product = 0; product < sums.length; product += 1) {
    const weight = (sums[product] ?? 0) / terms.length
    if (termCounts[product] === terms.length && weight > (onto[product] ?? 0)) onto[product] = weight
  }
}
