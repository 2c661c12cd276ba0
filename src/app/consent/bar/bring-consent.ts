import type { I18n } from '@lingui/core'
import type { ComponentType } from 'react'

import type { Locale } from '#shared/i18n/locale.ts'

import { ConsentView } from './consent-view.tsx'

const TEXTS = {
  en: () => import('../../../../locales/consent/en.po'),
  ru: () => import('../../../../locales/consent/ru.po'),
}

/** Brings the bar with the words that only it says. @param i18n gets the words */
export async function bringConsent(i18n: I18n): Promise<ComponentType> {
  const { messages } = await TEXTS[i18n.locale as Locale]()
  i18n.load(i18n.locale, messages)
  return ConsentView
}
