import type { I18n } from '@lingui/core'

import { isLocale } from '#shared/i18n/locale.ts'

import { bringPreviewBar } from './late-preview-bar.tsx'
import { PreviewBar } from './preview-bar.tsx'

const TEXTS = {
  en: () => import('../../../../locales/preview/en.po'),
  ru: () => import('../../../../locales/preview/ru.po'),
}

/** @param i18n receives the messages of the bar */
export async function preparePreview(i18n: I18n): Promise<void> {
  bringPreviewBar(PreviewBar)
  if (!isLocale(i18n.locale)) return
  const { messages } = await TEXTS[i18n.locale]()
  i18n.load(i18n.locale, messages)
}
