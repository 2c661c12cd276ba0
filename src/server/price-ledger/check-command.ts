import { parseArgs } from 'node:util'

import { entriesOfReduced } from '#server/database/price-ledger.ts'
import { runCommand, withTables } from '#server/operator-command.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { checkPrices, DAYS_BEFORE, type CheckedPrice } from './check-prices.ts'

const HELP = `npm run prices:check    compares every crossed-out price with the lowest one of the ${DAYS_BEFORE} days before it was reduced

Looks into DATABASE_URL, else into the database of the sample shop that runs on DATA_DIR.
Ends with 3 where more is crossed out than was asked.`
const TOO_HIGH = 3

/** `npm run prices:check`: whether crossed-out prices were asked. */
await runCommand(async () => {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } })
  if (values.help) return console.log(HELP)
  const rows = await withTables(
    'No shop that keeps a ledger of prices has started on this database yet.',
    entriesOfReduced,
  )
  const checked = checkPrices(rows)
  const tooHigh = checked.filter(({ isTooHigh }) => isTooHigh)
  const unknown = checked.filter(({ lowest }) => !lowest)
  console.log(
    `Crossed-out prices: ${checked.length}; more than was asked in the ${DAYS_BEFORE} days before: ${tooHigh.length}`,
  )
  for (const one of tooHigh) console.log(`  ${toLine(one)}`)
  if (unknown.length > 0)
    console.log(`Reduced since before the ledger knows their prices, so that nothing can be said: ${unknown.length}`)
  if (tooHigh.length > 0) process.exitCode = TOO_HIGH
})

function toLine({ handle, sku, currency, crossedOut, lowest, since }: CheckedPrice): string {
  const money = (amount: number | undefined) => formatMoney(amount ?? 0, currency, 'en')
  const day = (moment: Date | undefined) => moment?.toISOString().slice(0, 10)
  return `${handle}${sku ? ` (${sku})` : ''}: ${money(crossedOut)} is crossed out since ${day(since)}, but it cost ${money(lowest?.amount)} since ${day(lowest?.since)}`
}
