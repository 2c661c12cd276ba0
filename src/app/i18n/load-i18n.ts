import { setupI18n, type I18n } from '@lingui/core'

import type { Locale } from '#shared/i18n/locale.ts'

const catalogues = {
  en: () => import('../../../locales/pages/en.po'),
  ru: () => import('../../../locales/pages/ru.po'),
}

/**
 * The words of one language; each language is a chunk of its own.
 * @returns an instance that belongs to the caller alone: nothing is activated globally
 */
export async function loadI18n(locale: Locale): Promise<I18n> {
  const { messages } = await catalogues[locale]()
  return setupI18n({ locale, messages: { [locale]: messages } })
}
