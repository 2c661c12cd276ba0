import type { ParseOptions } from '#content/document/parse-document.ts'
import { DEFAULT_LOCALE, LOCALES } from '#shared/i18n/locale.ts'

/** How our own content is read, its images aside. */
export const CONTENT_OPTIONS: ParseOptions = {
  locales: LOCALES,
  defaultLocale: DEFAULT_LOCALE,
  respectPathCase: true,
  articles: '/blogs',
}

/** The list of the images, inside the content folder. */
export const MANIFEST = 'media/manifest.json'
