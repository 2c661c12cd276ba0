import names from './line-names.json' with { type: 'json' }
import type { LocalizedText } from './localized-text.ts'

/** For generated products: "Aurora round solitaire ring". */
const NAMES = Object.entries(names)
const NUMERALS = ['', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X']

export const LINES = NAMES.length * NUMERALS.length

export function lineName(index: number): LocalizedText {
  const [en, ru] = NAMES[index % NAMES.length] ?? ['', '']
  const numeral = NUMERALS[Math.floor(index / NAMES.length)]
  if (numeral === undefined) throw new RangeError(`There are ${LINES} names of lines, not ${index + 1}`)
  const suffix = numeral && ` ${numeral}`
  return { en: `${en}${suffix}`, ru: `${ru}${suffix}` }
}
