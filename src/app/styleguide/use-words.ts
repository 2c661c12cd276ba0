import type { Locale } from '#shared/i18n/locale.ts'

import { usePage } from '../routing/page-context.tsx'
import { guideWords, type GuideWords } from './words.ts'

/** The guide's words in the page's language. */
export function useWords(): { words: GuideWords; locale: Locale } {
  const { locale } = usePage()
  return { words: guideWords(locale), locale }
}
