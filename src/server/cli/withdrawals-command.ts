import type { Queryable } from '#server/infra/database/database.ts'
import {
  closeWithdrawal,
  countOpenWithdrawals,
  listForStaff,
  listTakeable,
  type StaffWithdrawal,
} from '#server/orders/withdrawals/withdrawals-queries.ts'

import {
  CommandError,
  DATABASE_HELP,
  EXIT_FOUND,
  readEntryId,
  runWithArguments,
  withTables,
} from './operator-command.ts'

const HELP = `npm run withdrawals                  withdrawals that the shop could not handle by itself
npm run withdrawals -- done <id>     marks one of them as resolved

For shipped items the shop requests a return from the backend: "npm run admin -- GET /admin/returns" shows it. Items that
are not shipped yet have no return. If nothing of the order is shipped, cancel it:
"npm run admin -- POST /admin/orders/order_…/cancel". Otherwise remove the items from the order in the dashboard and
refund the money there. Withdrawals that have waited for the backend for an hour are listed too: the shop completes them
as soon as the backend answers.

${DATABASE_HELP}
Exit codes: 0 if nothing is left to do, 3 if something is, 1 if the check failed.`

/** The note of a withdrawal that needs no staff action once the backend is available again. */
const LATE = 'has waited for the backend for over an hour: the log of the shop has the reason'

/** `npm run withdrawals`: lists withdrawals that the staff has to handle. */
await runWithArguments({ help: HELP, allowPositionals: true }, async ({ positionals }) => {
  const id = readEntryId(positionals, 'done', HELP)
  await withTables('No shop that takes withdrawals has started on this database yet.', (database) =>
    id === undefined ? list(database) : close(database, id),
  )
})

async function list(database: Queryable): Promise<void> {
  const { waiting, staff } = await countOpenWithdrawals(database)
  const found = await listForStaff(database)
  console.log(`${staff} for the staff, ${waiting} waiting for the backend`)
  for (const withdrawal of found) console.log(toLines(withdrawal))
  const takeable = await listTakeable(database)
  if (takeable.length > 0) console.log(`${takeable.length} may still be taken back: do not ship these items until then`)
  for (const withdrawal of takeable) console.log(toLines(withdrawal))
  const [first] = found.filter(({ staff_note }) => staff_note !== null)
  if (first)
    console.log(
      `How to process one: npm run withdrawals -- --help. Mark it as resolved: npm run withdrawals -- done ${first.id}`,
    )
  if (found.length > 0) process.exitCode = EXIT_FOUND
}

async function close(database: Queryable, id: string): Promise<void> {
  if (!(await closeWithdrawal(database, id))) throw new CommandError(`No withdrawal ${id} waits for the staff.`)
  console.log('Marked as resolved.')
}

function toLines({ id, number, order_id, open_lines, received_at, due_at, staff_note }: StaffWithdrawal): string {
  const lines = open_lines.map(({ quantity, title, label }) =>
    [`${quantity} × ${title}`, label].filter(Boolean).join(' · '),
  )
  const products = lines.length > 0 ? lines : ['all of the order']
  const at = toMinute(received_at)
  return [
    `${id}  ${at} UTC  order ${number} (${order_id})`,
    ...products,
    staff_note ?? (due_at > new Date() ? waitsUntil(due_at) : LATE),
  ].join('\n    ')
}

function waitsUntil(due: Date): string {
  return `declared without the link of the order's email: carried out at ${toMinute(due)} UTC, unless it is taken back`
}

function toMinute(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ')
}
