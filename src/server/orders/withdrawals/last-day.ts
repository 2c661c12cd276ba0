const DAY_MS = 86_400_000
/** As long as it is still that day somewhere. */
const LAST_ZONE_MS = DAY_MS / 2

/**
 * Until when something can be sent back, and a contract be withdrawn from: the day of delivery is not counted, and the
 * last one ends when it ends for everybody.
 * @param days as the shop's own policy says, which is never shorter than the law
 */
export function lastDayAfter(deliveredAt: Date, days: number): { day: string; isOver: (now: Date) => boolean } {
  const day = new Date(Math.floor(deliveredAt.getTime() / DAY_MS) * DAY_MS + days * DAY_MS)
  const end = day.getTime() + DAY_MS + LAST_ZONE_MS
  return { day: day.toISOString().slice(0, 10), isOver: (now) => now.getTime() >= end }
}
