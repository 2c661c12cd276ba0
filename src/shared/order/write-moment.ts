import type { Locale } from '../i18n/locale.ts'

/** A legally relevant time, from ISO: `22 November 2026, 17:40 UTC`. */
export function writeMoment(time: string, locale: Locale): string {
  // `Intl` separates date and time differently in each browser and in Node.
  return `${writeDay(time, locale)}, ${new Date(time).toISOString().slice(11, 16)} UTC`
}

/** `22 November 2026`, from an ISO date or an ISO time, which is read as UTC. */
export function writeDay(day: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(TAGS[locale], { dateStyle: 'long', timeZone: 'UTC' })
  // Non-breaking spaces keep the month, and the Russian abbreviation of "year", on the line of its number.
  return format.format(new Date(day)).replace(/^(\d+)\s|\s(?=г\.$)/g, '$1\u00a0')
}

/** British English, as in all texts of the shop. */
const TAGS: Record<Locale, string> = { en: 'en-GB', ru: 'ru-RU' }
