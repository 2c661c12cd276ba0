import type { Alternative, QueryPart } from './to-parts.ts'

/** Words with a lower weight do not name products, so their rarity counts less. */
const NAMING_WEIGHT = 40
/** The boost per unit of rarity for partial matches. It outweighs the score. */
const RARITY_BOOST = 4000
const MIN_RARITY_SHARE = 0.6

/**
 * Scores the products with all required parts; if there is none, those with most of the rare ones. The others have 0.
 */
export function scoreProducts(parts: readonly QueryPart[], size: number) {
  const scores = new Float64Array(size)
  const rarity = new Float64Array(size)
  const counts = new Uint8Array(size)
  let required = 0
  for (const { alternatives, isOptional } of parts) {
    if (!isOptional) required += 1
    const weights = bestWeights(alternatives, size)
    const rare = Math.log(1 + size / (1 + weights.filter((weight) => weight > 0).length))
    for (let number = 0; number < size; number += 1) {
      const weight = weights[number] ?? 0
      scores[number] = (scores[number] ?? 0) + weight * rare
      if (isOptional || weight === 0) continue
      counts[number] = (counts[number] ?? 0) + 1
      rarity[number] = (rarity[number] ?? 0) + rare * Math.min(1, weight / NAMING_WEIGHT)
    }
  }
  const isNearest = !counts.includes(required)
  const least = isNearest ? MIN_RARITY_SHARE * rarity.reduce((most, one) => Math.max(most, one), 0) : 0
  const found = scores.map((score, number) => {
    const rare = rarity[number] ?? 0
    if (!isNearest) return counts[number] === required ? score : 0
    return rare > 0 && rare >= least ? score + rare * RARITY_BOOST : 0
  })
  return { scores: found, count: found.filter((score) => score > 0).length, isNearest }
}

/** The weight of a phrase is the average weight of its words. */
function bestWeights(alternatives: readonly Alternative[], size: number): Float64Array {
  const best = new Float64Array(size)
  for (const { terms, factor } of alternatives) {
    const [first, ...others] = terms
    for (const [number, weight] of first?.weights ?? []) {
      const sum = others.reduce((total, { weights }) => total + (weights.get(number) ?? Number.NaN), weight)
      const average = (sum / terms.length) * factor
      if (average > (best[number] ?? 0)) best[number] = average
    }
  }
  return best
}
