import { LANGUAGE_TAGS, type Locale } from '../i18n/locale.ts'

/** Where and when parcels are dispatched. */
export interface Workshop {
  /** IANA name, such as `Europe/London`. */
  timeZone: string
  /** What is ordered before this hour of a working day is sent on it. */
  lastHour: number
  /** Days besides Saturdays and Sundays on which nothing is dispatched or delivered: `2026-12-25`. */
  closed: readonly string[]
}

/** How many working days a way of delivery takes, from the day that the parcel leaves. */
export interface DaysOnTheWay {
  from: number
  to: number
}

interface DeliveryDays {
  /** `2026-11-26` */
  earliest: string
  latest: string
}

const DAY_MS = 86_400_000
const WEEKEND: readonly number[] = [0, 6]

/**
 * The days between which a parcel ordered now arrives. It is dispatched on the same working day if it is ordered before
 * the workshop's last hour, otherwise on the next; from there every working day counts.
 */
export function deliveryDays(now: Date, { from, to }: DaysOnTheWay, workshop: Workshop): DeliveryDays {
  const { day, hour } = clockIn(workshop.timeZone, now)
  const isSentToday = hour < workshop.lastHour && isWorkingDay(day, workshop)
  const sent = isSentToday ? day : workingDaysAfter(day, 1, workshop)
  return { earliest: workingDaysAfter(sent, from, workshop), latest: workingDaysAfter(sent, to, workshop) }
}

/** Which day it is in the workshop. */
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

/**
 * The days between which a parcel arrives, as text: `Mon, Nov 30 – Thu, Dec 3`, `30 ноября – 3 декабря`. Independent of
 * the time zone, and equal in every browser and on the server, because `Intl` ranges differ in their spaces.
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
