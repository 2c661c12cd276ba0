import { LOCALES, type Locale } from '#shared/i18n/locale.ts'

/** Makes an entry for every language. */
export function perLocale<Value>(make: (locale: Locale) => Value): Record<Locale, Value> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, Value>
}
