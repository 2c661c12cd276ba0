import { STONE_CUTS } from './stone-cuts.ts'

// Each check returns what is wrong, as a sentence for the staff, or undefined.

const MARKUP = /<\/?[a-z!][^>]*>/i

export function checkCut(text: string): string | undefined {
  if (STONE_CUTS.some((code) => code === text)) return undefined
  return `"${text}" is no cut. The shop knows ${STONE_CUTS.join(', ')}.`
}

export interface WholeNumber {
  least: number
  most?: number
  what: string
}

export function checkWhole(text: string, { least, most = 1_000_000, what }: WholeNumber): string | undefined {
  const number = Number(text)
  if (/^-?\d+$/.test(text) && number >= least && number <= most) return undefined
  return `"${text}" is no ${what}. Write a whole number from ${least} to ${most}.`
}

export function checkPlainText(text: string): string | undefined {
  return MARKUP.test(text) ? 'The shop shows plain text, so this HTML would be visible. Remove the tags.' : undefined
}
