import { LANGUAGE_TAGS, type Locale } from '../i18n/locale.ts'

/** A legally relevant moment as text: `November 22, 2026, 17:40 UTC`. @param time ISO */
export function writeMoment(time: string, locale: Locale): string {
  // What stands between a day and an hour differs from one browser to the next, and from the server's page.
  return `${writeDay(time, locale)}, ${new Date(time).toISOString().slice(11, 16)} UTC`
}

/** A day as text. @param day ISO, with or without a time; read as UTC */
export function writeDay(day: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { dateStyle: 'long', timeZone: 'UTC' })
  // The Russian word for the year does not stand alone on a line.
  return format.format(new Date(day)).replace(/\sг\.$/, '\u00a0г.')
}
