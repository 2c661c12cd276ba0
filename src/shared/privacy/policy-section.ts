import type { Locale } from '../i18n/locale.ts'

/** The id of the analytics heading in each language's privacy policy. */
const SECTIONS: Record<Locale, string> = { en: 'statistics', ru: 'статистика' }

export function policySection(locale: Locale): string {
  return `/policies/privacy-policy#${SECTIONS[locale]}`
}
