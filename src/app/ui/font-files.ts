import textCyrillic from '@fontsource-variable/manrope/files/manrope-cyrillic-wght-normal.woff2?url'
import textLatin from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url'
import displayCyrillic from '@fontsource/cormorant-garamond/files/cormorant-garamond-cyrillic-500-normal.woff2?url'
import displayLatin from '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-500-normal.woff2?url'

import type { Locale } from '#shared/i18n/locale.ts'

const FILES: Record<Locale, string[]> = {
  en: [displayLatin, textLatin],
  ru: [displayCyrillic, textCyrillic],
}

/** The font files that carry a language's letters: worth fetching before the styles ask for them. */
export function fontFiles(locale: Locale): string[] {
  return FILES[locale]
}
