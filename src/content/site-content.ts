import { DEFAULT_LOCALE, LOCALES } from '#shared/i18n/locale.ts'

import type { ContentDocument } from './document.ts'
import { createEngine } from './query/engine.ts'
import { createContentRequests, type ContentRequests } from './request/content-requests.ts'

const LANGUAGES = { locales: LOCALES, defaultLocale: DEFAULT_LOCALE }

export function answerSite(documents: readonly ContentDocument[]): ContentRequests {
  // A page inherits the layout of its folders, which it reads from the navigation.
  return createContentRequests(createEngine(documents, { ...LANGUAGES, navigation: { fields: ['layout'] } }), LANGUAGES)
}
