import type { QueryPart } from './to-parts.ts'

/** What every piece has of a query, by its number. */
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

/** A word of less weight does not name a piece: that it is rare tells less. */
const NAMING = 40

/** Looks what pieces have of a query. @param size how many pieces there are */
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
    for (const words of ways) {
      const [hits = []] = words
      if (words.length === 1) lay(hits, part)
      else layTogether(words, part, way, had)
    }
    const found = part.reduce((count, weight) => (weight > 0 ? count + 1 : count), 0)
    const rare = Math.log(1 + size / (1 + found))
    for (let piece = 0; piece < size; piece += 1) {
      const weight = part[piece] ?? 0
      if (weight === 0) continue
      scores[piece] = (scores[piece] ?? 0) + weight * rare
      if (isOptional) continue
      counts[piece] = (counts[piece] ?? 0) + 1
      rarity[piece] = (rarity[piece] ?? 0) + rare * Math.min(1, weight / NAMING)
    }
  }
  return { scores, counts, rarity, wanted }
}

/** A piece is worth what the best of its words is. */
function lay(hits: QueryPart['ways'][number][number], onto: Float32Array): void {
  for (const { term, factor } of hits) {
    const { pieces, weights } = term
    for (let at = 0; at < pieces.length; at += 1) {
      const piece = pieces[at] ?? 0
      const weight = (weights[at] ?? 0) * factor
      if (weight > (onto[piece] ?? 0)) onto[piece] = weight
    }
  }
}

/** Of several words a piece must have each, and is worth what they are on average. */
function layTogether(words: QueryPart['ways'][number], onto: Float32Array, word: Float32Array, had: Uint8Array): void {
  const sums = new Float32Array(onto.length)
  had.fill(0)
  for (const hits of words) {
    word.fill(0)
    lay(hits, word)
    for (let piece = 0; piece < word.length; piece += 1) {
      const weight = word[piece] ?? 0
      if (weight === 0) continue
      had[piece] = (had[piece] ?? 0) + 1
      sums[piece] = (sums[piece] ?? 0) + weight
    }
  }
  for (let piece = 0; piece < sums.length; piece += 1) {
    const weight = (sums[piece] ?? 0) / words.length
    if (had[piece] === words.length && weight > (onto[piece] ?? 0)) onto[piece] = weight
  }
}
