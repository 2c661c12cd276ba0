import type { Locale } from '../i18n/locale.ts'

export const NO_BREAK = '\u00A0'

const SHORT_TOKENS = 'а|в|во|вы|до|за|и|из|к|ко|мы|на|не|ни|но|о|об|от|по|с|со|ты|у|я'

const SHORT = new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${SHORT_TOKENS}) `, 'giu')
/** A line must not begin with a dash or with a particle that belongs to the word before it. */
const DASH = /(?<=\S) (?=—)/g
const PARTICLE = /(?<=\p{L}) (?=(?:бы|же|ли)(?![\p{L}\p{N}-]))/gu
export const BEFORE_COUNTED = String.raw` (?!(?:${SHORT_TOKENS})${NO_BREAK})(?=[а-яё%])`
/** A number, or a placeholder for one, stays with the word that it counts. */
const COUNTED = new RegExp(String.raw`(?<=\d) (?=[а-яё%])|(?<=\})${BEFORE_COUNTED}`, 'g')
const NUMBER_SIGN = /(?<=№) /g

/** For Russian: no line ends with «в» or begins with a dash or «же». */
export function insertNbsp(text: string, locale: Locale): string {
  if (locale !== 'ru') return text
  return text
    .replaceAll(SHORT, (term) => term.slice(0, -1) + NO_BREAK)
    .replaceAll(DASH, NO_BREAK)
    .replaceAll(PARTICLE, NO_BREAK)
    .replaceAll(COUNTED, NO_BREAK)
    .replaceAll(NUMBER_SIGN, NO_BREAK)
}
