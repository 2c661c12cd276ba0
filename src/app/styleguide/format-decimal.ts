import type { Locale } from '#shared/i18n/locale.ts'

/** `15.9` becomes `15.90`, in Russian `15,90`. */
export function formatDecimal(value: number, locale: Locale): string {
  const text = value.toFixed(2)
  return locale === 'ru' ? text.replace('.', ',') : text
}
