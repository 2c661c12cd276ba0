import { STONE_CUTS, type StoneCut } from './stone-cuts.ts'

/** A group of identical stones of a product. */
export interface Stones {
  /** Null if there are too many stones to count. */
  count: number | null
  cut: StoneCut
  /** The longer side or the diameter, in mm. */
  length: number
  /** In mm; equals the length for round and square stones. */
  width: number
}

const STONES = /^(?:(\d{1,3}) )?([a-z]+) (\d{1,2}(?:\.\d{1,2})?)(?:x(\d{1,2}(?:\.\d{1,2})?))?$/

/** A decimal comma, not one that separates two groups of stones. */
const DECIMAL_COMMA = /(?<=\d),(?=\d{1,2}\s*(?:[xх×,]|$))/gi
/** The sign between two sides: `x`, `×`, or the Cyrillic letter that looks like `x`. */
const TIMES = /(?<=\d)\s*[xх×]\s*(?=\d)/gi

/**
 * Parses the stones in a product's metadata: `1 oval 8x6, 2 round 4, round 1.3`, the main ones first.
 * @param text the metadata's value, of any type
 * @returns an empty list if any part is invalid: a typo hides the drawing instead of showing a wrong size
 */
export function readStones(text: unknown): Stones[] {
  if (typeof text !== 'string') return []
  const parts = text.replaceAll(DECIMAL_COMMA, '.').replaceAll(TIMES, 'x').split(',')
  const stones = parts.filter((part) => part.trim() !== '').map(readPart)
  return stones.every((read) => read !== undefined) ? stones : []
}

function readPart(part: string): Stones | undefined {
  const [, count, name, first, second] = STONES.exec(part.trim().replaceAll(/\s+/g, ' ').toLowerCase()) ?? []
  const cut = STONE_CUTS.find((code) => code === name)
  const sides = [first, second ?? first].map(Number).toSorted((a, b) => b - a)
  const [length = 0, width = 0] = sides
  if (!cut || !(width > 0) || count === '0') return undefined
  return { count: count === undefined ? null : Number(count), cut, length, width }
}
