const DEFAULT_DAYS = 7
const MOST_DAYS = 365

/** 0 means forever. Throws Error that names the setting if it is no whole number from 0 to 365. */
export function unpaidOrderDays(setting = process.env['UNPAID_ORDER_DAYS']): number {
  const days = setting ? Number(setting) : DEFAULT_DAYS
  if (Number.isInteger(days) && days >= 0 && days <= MOST_DAYS) return days
  throw new Error(`UNPAID_ORDER_DAYS is a whole number from 0 to ${MOST_DAYS}, not "${setting}"`)
}
