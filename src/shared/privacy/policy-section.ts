import type { Locale } from '../i18n/locale.ts'

const SECTIONS: Record<Locale, string> = { en: 'statistics', ru: 'статистика' }

export function policySection(locale: Locale): string {
  return `/policies/privacy-policy#${SECTIONS[locale]}`
}
