import { stockDemand, type StockDemand } from '#server/subscriptions/stock-alerts/stock-alerts-queries.ts'

import { DATABASE_HELP, runWithArguments, withTables } from './operator-command.ts'

const HELP = `npm run stock:demand              sold-out variants that shoppers wait for, the most wanted first
npm run stock:demand -- --csv     the same as CSV

Waiting are confirmed addresses; each gets one email as soon as the variant is back in stock.

${DATABASE_HELP}`

const COLUMNS = ['waiting', 'unconfirmed', 'since', 'sku', 'piece', 'variant_id'] as const

/** `npm run stock:demand`: lists how many shoppers wait for each sold-out variant. */
await runWithArguments({ help: HELP, options: { csv: { type: 'boolean' } } }, async ({ values }) => {
  const demand = await withTables('No shop that takes stock alerts has started on this database yet.', stockDemand)
  console.log(values.csv ? toCsv(demand) : toTable(demand))
})

function toTable(demand: StockDemand[]): string {
  if (demand.length === 0) return 'Nothing is waited for.'
  const rows = [COLUMNS, ...demand.map((one) => COLUMNS.map((column) => String(one[column] ?? '')))]
  const widths = COLUMNS.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const isNumber = (index: number): boolean => index < 2
  return rows
    .map((row) =>
      row
        .map((cell, index) => (isNumber(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function toCsv(demand: StockDemand[]): string {
  const lines = demand.map((one) => COLUMNS.map((column) => toCell(one[column])).join(','))
  return [COLUMNS.join(','), ...lines].join('\n')
}

/** Quotes texts. A leading apostrophe keeps spreadsheets from computing a text that looks like a formula. */
function toCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t]/.test(value ?? '') ? `'${value}` : (value ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
