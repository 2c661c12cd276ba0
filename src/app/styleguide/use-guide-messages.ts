import type { Locale } from '#shared/i18n/locale.ts'

import { usePage } from '../routing/page-context.tsx'
import { guideMessages, type GuideMessages } from './guide-messages.ts'

export function useGuideMessages(): { messages: GuideMessages; locale: Locale } {
  const { locale } = usePage()
  return { messages: guideMessages(locale), locale }
}
