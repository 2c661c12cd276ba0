import { LANGUAGE_TAGS, type Locale } from '../i18n/locale.ts'
import type { DeliveryDays } from './delivery-days.ts'

/**
 * The days between which a parcel arrives, in words: `Mon, Nov 30 – Thu, Dec 3`, `30 ноября – 3 декабря`. The same in
 * every time zone; and in every browser as on the server, since ranges that `Intl` writes differ in their spaces.
 */
export function writeDays({ earliest, latest }: DeliveryDays, locale: Locale): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { ...PARTS[locale], timeZone: 'UTC' })
  const last = format.format(new Date(latest))
  if (earliest === latest) return last
  const isOneMonth = earliest.slice(0, 7) === latest.slice(0, 7)
  if (locale === 'ru' && isOneMonth) return `${Number(earliest.slice(8))}–${last}`
  return `${format.format(new Date(earliest))} – ${last}`
}

const PARTS: Record<Locale, Intl.DateTimeFormatOptions> = {
  en: { weekday: 'short', month: 'short', day: 'numeric' },
  ru: { month: 'long', day: 'numeric' },
}
