import type { Locale } from '#shared/i18n/locale.ts'

const NO_BREAK = '\u00A0'

/** What Russian typesetters never leave at the end of a line. */
const SHORT = /(?<![\p{L}\p{N}-])(?:а|в|во|до|за|и|из|к|ко|на|не|ни|но|о|об|от|по|с|со|у) /giu
/** Nor do they begin one with a dash, or part a number from what it counts. */
const DASH = /(?<=\S) (?=—)/g
const COUNTED = /(?<=\d) (?=[а-яё])/g

/**
 * Keeps words together that are read together: a line of a Russian text does not end with «в» or «и», nor begin with a
 * dash. Texts of other languages stay as they are, and so does what is bound already.
 */
export function bindWords(text: string, locale: Locale): string {
  if (locale !== 'ru') return text
  return text
    .replaceAll(SHORT, (word) => word.slice(0, -1) + NO_BREAK)
    .replaceAll(DASH, NO_BREAK)
    .replaceAll(COUNTED, NO_BREAK)
}
