import textCyrillic from '@fontsource-variable/manrope/files/manrope-cyrillic-wght-normal.woff2?url'
import textLatin from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url'
import displayCyrillic from '@fontsource/cormorant-garamond/files/cormorant-garamond-cyrillic-500-normal.woff2?url'
import displayLatin from '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-500-normal.woff2?url'
import { preinit, preload } from 'react-dom'

import type { Locale } from '#shared/i18n/locale.ts'
import type { PageAssets } from '#shared/page/page-module.ts'

/** Server only. Lists the scripts that the entry script preloads. */
export function PreloadAssets({ locale, styles, modules }: PageAssets & { locale: Locale }) {
  for (const href of styles) preinit(href, { as: 'style', precedence: 'default' })
  for (const href of fontFiles(locale)) preload(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return modules.length > 0 ? <meta name="scripts" content={modules.join(' ')} /> : null
}

const FILES: Record<Locale, string[]> = {
  en: [displayLatin, textLatin],
  ru: [displayCyrillic, textCyrillic],
}

/** Preloaded before the styles request them. */
function fontFiles(locale: Locale): string[] {
  return FILES[locale]
}
