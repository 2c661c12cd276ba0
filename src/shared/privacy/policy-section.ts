import type { Locale } from '../i18n/locale.ts'

/** The heading of what is measured, as each language's policy has it. */
const SECTIONS: Record<Locale, string> = { en: 'statistics', ru: 'статистика' }

/** Where one reads what is measured; without its language. */
export function policySection(locale: Locale): string {
  return `/policies/privacy-policy#${SECTIONS[locale]}`
}
