import type { ContentDocument, ContentFault } from '#content/document.ts'
import { LOCALES } from '#shared/i18n/locale.ts'

/**
 * Finds pages, folder configurations and globals that one language has and another has not. Drafts wait for theirs, and
 * what someone said about a product is nothing to translate.
 */
export function findMissingTranslations(documents: readonly ContentDocument[]): ContentFault[] {
  const published = documents.filter(({ _draft, _dir }) => !_draft && _dir !== '_testimonials')
  const places = new Set(published.map(({ _locale, _path }) => `${_locale} ${_path}`))
  return published.flatMap(({ _path, _file, _locale }) =>
    LOCALES.filter((locale) => locale !== _locale && !places.has(`${locale} ${_path}`)).map((locale) => ({
      file: _file,
      line: 1,
      message: `There is no “${locale}” for ${_path}.`,
    })),
  )
}
