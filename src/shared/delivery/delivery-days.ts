import type { Locale } from '../i18n/locale.ts'

export interface Workshop {
  timeZone: string
  /** Until this hour of a working day, orders are shipped the same day. */
  lastHour: number
  /** ISO days, besides Saturdays and Sundays. */
  closed: readonly string[]
}

/** Working days from the day of shipping. */
export interface DaysOnTheWay {
  from: number
  to: number
}

export const MOST_LEAD_DAYS = 250

/** ISO days. */
export interface DeliveryDays {
  earliest: string
  latest: string
}

const DAY_MS = 86_400_000
const WEEKEND: readonly number[] = [0, 6]

/** From the day of shipping on every working day counts. `leadDays` are working days of making. */
export function deliveryDays(now: Date, { from, to }: DaysOnTheWay, workshop: Workshop, leadDays = 0): DeliveryDays {
  const { day, hour } = clockIn(workshop.timeZone, now)
  const isSentToday = hour < workshop.lastHour && isWorkingDay(day, workshop)
  const sent = workingDaysAfter(day, (isSentToday ? 0 : 1) + leadDays, workshop)
  return { earliest: workingDaysAfter(sent, from, workshop), latest: workingDaysAfter(sent, to, workshop) }
}

export function workshopDay(now: Date, { timeZone }: Pick<Workshop, 'timeZone'>): string {
  return clockIn(timeZone, now).day
}

function clockIn(timeZone: string, now: Date): { day: string; hour: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return { day: `${read('year')}-${read('month')}-${read('day')}`, hour: Number(read('hour')) }
}

function workingDaysAfter(day: string, count: number, workshop: Workshop): string {
  let at = day
  for (let left = count; left > 0;) {
    at = new Date(Date.parse(at) + DAY_MS).toISOString().slice(0, 10)
    if (isWorkingDay(at, workshop)) left -= 1
  }
  return at
}

function isWorkingDay(day: string, { closed }: Workshop): boolean {
  return !WEEKEND.includes(new Date(day).getUTCDay()) && !closed.includes(day)
}

/** `Mon 30 Nov – Thu 3 Dec`. The spaces of `Intl`'s `formatRange` differ between browser and server. */
export function writeDays({ earliest, latest }: DeliveryDays, locale: Locale): string {
  const last = WRITERS[locale](new Date(latest))
  if (earliest === latest) return last
  const isOneMonth = earliest.slice(0, 7) === latest.slice(0, 7)
  if (locale === 'ru' && isOneMonth) return `${Number(earliest.slice(8))}–${last}`
  return `${WRITERS[locale](new Date(earliest))} – ${last}`
}

const WRITERS: Record<Locale, (day: Date) => string> = {
  // Browsers disagree about the comma after the weekday in British English, so the parts are joined here.
  en(day) {
    const part = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(day)
    return `${part({ weekday: 'short' })} ${day.getUTCDate()}\u00a0${part({ month: 'short' })}`
  },
  ru: (day) =>
    new Intl.DateTimeFormat('ru-RU', { month: 'long', day: 'numeric', timeZone: 'UTC' })
      .format(day)
      .replace(/\s/, '\u00a0'),
}
