import type { Known } from './respell.ts'

const SHORTEST_PART = 3
const SHORTEST_RESPELT = 4

/** The fewest known words, of two or more, that a text is made of. */
export function splitKnown(plain: string, find: (part: string) => Known | undefined): Known[] | undefined {
  const ways: (Known[] | undefined)[] = [[]]
  for (let end = SHORTEST_PART; end <= plain.length; end += 1) {
    for (let start = 0; start <= end - SHORTEST_PART; start += 1) {
      const before = ways[start]
      const shorter = before && (ways[end]?.length ?? Infinity) > before.length + 1
      const known = shorter ? find(plain.slice(start, end)) : undefined
      if (before && known) ways[end] = [...before, known]
    }
  }
  const whole = ways[plain.length]
  return whole && whole.length > 1 ? whole : undefined
}

/** Two words that were written as one, one of them wrong. */
export function splitRespelt(
  plain: string,
  find: (part: string) => Known | undefined,
  respellings: (part: string) => Known[],
): Known[] | undefined {
  for (let at = SHORTEST_RESPELT; at <= plain.length - SHORTEST_RESPELT; at += 1) {
    const [start, end] = [plain.slice(0, at), plain.slice(at)]
    const [first, last] = [find(start), find(end)]
    const [meantFirst] = last && !first ? respellings(start) : []
    const [meantLast] = first && !last ? respellings(end) : []
    if (last && meantFirst) return [meantFirst, last]
    if (first && meantLast) return [first, meantLast]
  }
  return undefined
}
