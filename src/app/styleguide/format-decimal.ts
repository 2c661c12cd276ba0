import type { Locale } from '#shared/i18n/locale.ts'

/** A figure with two decimals and the language's own sign between: `15.9` is `15.90`, in Russian `15,90`. */
export function formatDecimal(value: number, locale: Locale): string {
  const text = value.toFixed(2)
  return locale === 'ru' ? text.replace('.', ',') : text
}
