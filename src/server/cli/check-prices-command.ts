import { checkLedger, DAYS_BEFORE, type CheckedCurrency, type CheckedPrice } from '#server/price-ledger/check-prices.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { CommandError, DATABASE_HELP, EXIT_FOUND, runWithArguments, withTables } from './operator-command.ts'

const HELP = `npm run prices:check    compares every crossed-out price with the lowest price of the ${DAYS_BEFORE} days before the reduction

${DATABASE_HELP}
The shop records prices by itself: soon after a change in currencies that shoppers use, and twice a day in all others.
Exit codes: 0 if nothing is wrong, 3 if a crossed-out price is higher than the lowest one, 1 if the check failed.`

/** `npm run prices:check`: reports whether crossed-out prices were really charged before. */
await runWithArguments({ help: HELP }, async () => {
  const currencies = await withTables(
    'No shop that keeps a ledger of prices has started on this database yet.',
    async (database) => {
      const found: CheckedCurrency[] = []
      for await (const checked of checkLedger(database)) found.push(checked)
      return found
    },
  )
  if (currencies.length === 0)
    throw new CommandError('No price is known yet: ask again when the shop has read its catalogue.')
  const checked = currencies.flatMap(({ prices }) => prices)
  const tooHigh = checked.filter(({ isTooHigh }) => isTooHigh)
  const notChecked = checked.filter(({ lowest }) => !lowest)
  console.log(
    `Crossed-out prices: ${checked.length}; more than was asked in the ${DAYS_BEFORE} days before: ${tooHigh.length}`,
  )
  for (const one of tooHigh) console.log(`  ${toLine(one)}`)
  console.log(
    `Prices are known in, and since: ${currencies.map(({ currency, since }) => `${currency} ${toDay(since)}`).join(', ')}`,
  )
  if (notChecked.length > 0)
    console.log(`Not checked, because reduced before the shop recorded prices: ${notChecked.length}`)
  if (tooHigh.length > 0) process.exitCode = EXIT_FOUND
})

function toLine({ handle, sku, currency, crossedOut, lowest, since }: CheckedPrice): string {
  const money = (amount: number | undefined) => formatMoney(amount ?? 0, currency, 'en')
  return `${handle}${sku ? ` (${sku})` : ''}: ${money(crossedOut)} is crossed out since ${toDay(since)}, but it cost ${money(lowest?.amount)} since ${toDay(lowest?.since)}`
}

function toDay(moment: Date | undefined): string | undefined {
  return moment?.toISOString().slice(0, 10)
}
