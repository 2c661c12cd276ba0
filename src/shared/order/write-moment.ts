import type { Locale } from '../i18n/locale.ts'

/** `22 November 2026, 17:40 UTC` */
export function writeMoment(time: string, locale: Locale): string {
  // `Intl` separates date and time differently in each browser and in Node.
  return `${writeDay(time, locale)}, ${new Date(time).toISOString().slice(11, 16)} UTC`
}

/** `22 November 2026`. An ISO time is read as UTC. */
export function writeDay(day: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(TAGS[locale], { dateStyle: 'long', timeZone: 'UTC' })
  // Non-breaking spaces keep the month, and `г.`, on the line of its number.
  return format.format(new Date(day)).replace(/^(\d+)\s|\s(?=г\.$)/g, '$1\u00a0')
}

const TAGS: Record<Locale, string> = { en: 'en-GB', ru: 'ru-RU' }
