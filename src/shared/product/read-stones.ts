import { STONE_CUTS, type StoneCut } from './stone-cuts.ts'

/** Stones of a product that are alike. */
export interface Stones {
  /** How many there are; null where they are too many to count. */
  count: number | null
  cut: StoneCut
  /** In mm: the longer side, or what it is across. */
  length: number
  /** In mm; as the length for what is as wide as it is long. */
  width: number
}

const STONES = /^(?:(\d{1,3}) )?([a-z]+) (\d{1,2}(?:\.\d{1,2})?)(?:x(\d{1,2}(?:\.\d{1,2})?))?$/

/** A comma that is the decimal one: no part begins with what follows it. */
const DECIMAL_COMMA = /(?<=\d),(?=\d{1,2}\s*(?:[xх×,]|$))/gi
/** Between two sides: also the letter that looks the same on a Russian keyboard. */
const TIMES = /(?<=\d)\s*[xх×]\s*(?=\d)/gi

/**
 * Reads what the metadata of a product says of its stones: `1 oval 8x6, 2 round 4, round 1.3`, the main ones first.
 * @param text whatever stands there
 * @returns nothing where a part of it cannot be read: an operator's slip costs the shop a drawing, and is no wrong size
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
