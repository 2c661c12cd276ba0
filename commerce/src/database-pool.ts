const DEFAULT_SIZE = 10
/** Placing an order holds several connections at a time; a test places orders together with this number. */
const LEAST = 4
const MOST = 500

/** The setting `MEDUSA_POOL_SIZE`. Throws Error that names it if it is no whole number from 4 to 500. */
export function databasePool(setting = process.env['MEDUSA_POOL_SIZE']): { min: number; max: number } {
  const max = setting ? Number(setting) : DEFAULT_SIZE
  if (Number.isInteger(max) && max >= LEAST && max <= MOST) return { min: 2, max }
  throw new Error(`MEDUSA_POOL_SIZE is a whole number from ${LEAST} to ${MOST}, not "${setting}"`)
}
