import { renameSync, writeFileSync } from 'node:fs'

import { formatMoney } from '#shared/money/format-money.ts'

import { withAdminClient } from '../admin/with-admin-client.ts'
import { CommandError, EXIT_FOUND, runWithArguments } from '../operator-command.ts'
import { findStranded, type Stranded } from './find-stranded.ts'

const HELP = `npm run payments:orphaned                  payments without an order, and orders without their payment
npm run payments:orphaned -- --days 7      of the last 7 days; 30 by default
npm run payments:orphaned -- --minutes 0   also the newest ones; by default those of the last 5 minutes are skipped
npm run payments:orphaned -- --textfile /var/lib/prometheus/node-exporter/payments.prom
                                           also writes the counts for Prometheus (textfile collector of node_exporter)

Uses MEDUSA_URL with MEDUSA_ADMIN_KEY or MEDUSA_ADMIN_TOKEN, or else the sample shop that runs on DATA_DIR.
Exit codes: 0 if there are none, 3 if there are some, 1 if the check failed.`

const TITLES: Record<Stranded['kind'], string> = {
  'paid-without-order': 'Paid without an order',
  'order-without-payment': 'Ordered without a payment',
}

/** `npm run payments:orphaned`: lists captured payments without an order, and unpaid orders. */
const options = {
  days: { type: 'string', default: '30' },
  minutes: { type: 'string', default: '5' },
  textfile: { type: 'string' },
} as const
await runWithArguments({ help: HELP, options }, async ({ values }) => {
  const since = new Date(Date.now() - readNumber('days', values.days) * 86_400_000)
  const until = new Date(Date.now() - readNumber('minutes', values.minutes) * 60_000)
  await withAdminClient(async (admin, { priceUnit }) => {
    const stranded = await findStranded(admin, { since, until, priceUnit })
    if (values.textfile) writeTextfile(values.textfile, stranded)
    print(stranded)
  })
})

/** Replaces the file at once, because Prometheus may read it at any time. */
function writeTextfile(path: string, stranded: readonly Stranded[]): void {
  const samples = Object.keys(TITLES).map(
    (kind) => `payments_orphaned{kind="${kind}"} ${stranded.filter((one) => one.kind === kind).length}\n`,
  )
  const help = '# HELP payments_orphaned Payments without an order, and orders without their payment.\n'
  writeFileSync(`${path}.tmp`, `${help}# TYPE payments_orphaned gauge\n${samples.join('')}`)
  renameSync(`${path}.tmp`, path)
}

function print(stranded: readonly Stranded[]): void {
  for (const kind of Object.keys(TITLES) as Stranded['kind'][]) {
    const found = stranded.filter((one) => one.kind === kind)
    console.log([`${TITLES[kind]}: ${found.length}`, ...found.map(toLine)].join('\n'))
  }
  if (stranded.length > 0) process.exitCode = EXIT_FOUND
}

function toLine({ at, amount, currency, cartId, orderId, orderNumber, provider, providerReference }: Stranded): string {
  const order = orderId && `order ${orderNumber} (${orderId})`
  const paid = provider && [provider, providerReference].filter(Boolean).join(' ')
  const facts = [at.slice(0, 16).replace('T', ' '), formatMoney(amount, currency, 'en'), cartId, order, paid]
  return `  ${facts.filter(Boolean).join('  ')}`
}

function readNumber(name: string, text: string): number {
  const number = Number(text)
  if (Number.isFinite(number) && number >= 0 && text !== '') return number
  throw new CommandError(`--${name} is a number, not "${text}".`)
}
