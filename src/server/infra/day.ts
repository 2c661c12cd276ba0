const DAY_MS = 86_400_000

/** The day (`2026-11-21`, in UTC) so many days before a moment. */
export function dayBefore(moment: Date, days: number): string {
  return new Date(moment.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}
