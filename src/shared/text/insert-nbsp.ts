import type { Locale } from '../i18n/locale.ts'

export const NO_BREAK = '\u00A0'

/** What Russian typesetters never leave at the end of a line; to be put into an expression. */
const SHORT_TOKENS = 'а|в|во|вы|до|за|и|из|к|ко|мы|на|не|ни|но|о|об|от|по|с|со|ты|у|я'

const SHORT = new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${SHORT_TOKENS}) `, 'giu')
/** Nor do they begin one with a dash, or with a word that leans on the one before. */
const DASH = /(?<=\S) (?=—)/g
const PARTICLE = /(?<=\p{L}) (?=(?:бы|же|ли)(?![\p{L}\p{N}-]))/gu
/** The space after what may be a number, before what it may count; to be put into an expression. */
export const BEFORE_COUNTED = String.raw` (?!(?:${SHORT_TOKENS})${NO_BREAK})(?=[а-яё%])`
/** Nor part a number, or what will be one in the place of a placeholder, from what it counts and what says so. */
const COUNTED = new RegExp(String.raw`(?<=\d) (?=[а-яё%])|(?<=\})${BEFORE_COUNTED}`, 'g')
const NUMBER_SIGN = /(?<=№) /g

/**
 * Keeps words together that are read together: a line of a Russian text does not end with «в» or «и», nor begin with a
 * dash or with «же». Texts of other languages stay as they are, and so does what is bound already.
 */
export function insertNbsp(text: string, locale: Locale): string {
  if (locale !== 'ru') return text
  return text
    .replaceAll(SHORT, (term) => term.slice(0, -1) + NO_BREAK)
    .replaceAll(DASH, NO_BREAK)
    .replaceAll(PARTICLE, NO_BREAK)
    .replaceAll(COUNTED, NO_BREAK)
    .replaceAll(NUMBER_SIGN, NO_BREAK)
}
