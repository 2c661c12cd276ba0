import type { Locale } from '#shared/i18n/locale.ts'

const MONTHS: Record<Locale, string> = {
  en: 'January February March April May June July August September October November December',
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
}

/**
 * `Intl` may have different locale data on the server and in the browser.
 * @param day `2026-03-08`; returned as it is if it is not a day
 */
export function formatDay(day: string, locale: Locale): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? []
  const name = MONTHS[locale].split(' ')[Number(month) - 1]
  if (!name) return day
  return `${Number(date)}\u00A0${name} ${year}${locale === 'ru' ? '\u00A0г.' : ''}`
}
