import { LANGUAGE_TAGS, type Locale } from '../i18n/locale.ts'

/** A day and a time of day as they count in law, in words: `November 22, 2026 at 5:40 PM UTC`. @param time ISO */
export function writeMoment(time: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(time))} UTC`
}

/** A day in words. @param day ISO, with a time or without one, which is read as UTC */
export function writeDay(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
