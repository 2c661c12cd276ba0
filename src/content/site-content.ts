import { DEFAULT_LOCALE, LOCALES } from '#shared/i18n/locale.ts'

import type { ContentDocument } from './document.ts'
import { createEngine } from './query/engine.ts'
import { createContentRequests, type ContentRequests } from './request/content-requests.ts'

const LANGUAGES = { locales: LOCALES, defaultLocale: DEFAULT_LOCALE }

/** Answers questions about the words of our own site, on the server and in the browser alike. */
export function answerSite(documents: readonly ContentDocument[]): ContentRequests {
  // A page takes the layout of the folders above it, which it finds in the navigation.
  return createContentRequests(createEngine(documents, { ...LANGUAGES, navigation: { fields: ['layout'] } }), LANGUAGES)
}
