import { STONE_CUTS } from './stone-cuts.ts'

// Checks of fields that staff write, in a file of an import or in the dashboard. Each returns what is wrong, as a
// sentence for the staff, or undefined.

const MARKUP = /<\/?[a-z!][^>]*>/i

/** Checks the code of a cut. */
export function checkCut(text: string): string | undefined {
  if (STONE_CUTS.some((code) => code === text)) return undefined
  return `"${text}" is no cut. The shop knows ${STONE_CUTS.join(', ')}.`
}

/** The limits of a whole number. */
export interface WholeNumber {
  least: number
  /** By default a million. */
  most?: number
  /** What the number is, such as `stock`. */
  what: string
}

/** Checks a whole number. */
export function checkWhole(text: string, { least, most = 1_000_000, what }: WholeNumber): string | undefined {
  const number = Number(text)
  if (/^-?\d+$/.test(text) && number >= least && number <= most) return undefined
  return `"${text}" is no ${what}. Write a whole number from ${least} to ${most}.`
}

/** Checks a text that the shop shows as it is. */
export function checkPlainText(text: string): string | undefined {
  return MARKUP.test(text) ? 'The shop shows plain text, so this HTML would be visible. Remove the tags.' : undefined
}
