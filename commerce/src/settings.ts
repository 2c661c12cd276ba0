/** Placing an order holds several connections at a time; a test places orders together with this number. */
const LEAST_CONNECTIONS = 4

export function databasePool(setting = process.env['MEDUSA_POOL_SIZE']) {
  return { min: 2, max: wholeNumber('MEDUSA_POOL_SIZE', setting, { least: LEAST_CONNECTIONS, most: 500, usual: 10 }) }
}

/** 0 means forever. */
export function unpaidOrderDays(setting = process.env['UNPAID_ORDER_DAYS']) {
  return wholeNumber('UNPAID_ORDER_DAYS', setting, { least: 0, most: 365, usual: 7 })
}

function wholeNumber(
  name: string,
  setting: string | undefined,
  { least, most, usual }: Record<'least' | 'most' | 'usual', number>,
) {
  const number = setting ? Number(setting) : usual
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new Error(`${name} is a whole number from ${least} to ${most}, not "${setting}"`)
}
