/**
 * Kills Medusa at each step of placing an order, and the storefront at each of its calls. After a restart and a retry the
 * shop must have one order with one payment. Before that, the shopper's browser pays in other orders of steps, and with
 * other amounts: there must be one order that is paid exactly, or no order and no money. PART=paypal runs one part
 * (invoice, paypal, card, storefront).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startCutCommerce } from '#test/server/cli/stranded-payments/cut-commerce.ts'
import { isExact, isGood, openCutRounds, type PayStep } from '#test/server/cli/stranded-payments/cut-rounds.ts'
import { isGoodStorefront, openStorefrontRounds } from '#test/server/cli/stranded-payments/storefront-rounds.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { openPayPal } from '#test/support/paypal/stand-in.ts'

const PARTS = { invoice: killMedusa, paypal: killMedusa, card: killMedusa, storefront: killStorefront } as const
const ends: (() => unknown)[] = []
const t = {
  teardown: (end: () => unknown): void => void ends.push(end),
  testdir() {
    const folder = mkdtempSync(join(tmpdir(), 'prove-completion-'))
    ends.push(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  },
}

/** Each ends with a completion; an order is expected if the amount was not changed. */
const STEPS: readonly (readonly PayStep[])[] = [
  ['approve', 'complete twice', 'complete'],
  ['complete', 'approve', 'complete'],
  ['approve', 'capture', 'complete', 'complete twice'],
  ['lower', 'complete', 'approve', 'complete'],
  ['approve', 'lower', 'complete'],
  ['approve', 'lower', 'capture', 'complete', 'complete'],
  ['complete', 'lower', 'approve', 'capture', 'complete twice'],
  ['raise', 'approve', 'complete'],
  ['change currency', 'complete', 'approve', 'capture', 'complete'],
]
const CHANGES: readonly PayStep[] = ['lower', 'raise', 'change currency']

const wantedParts = process.env['PART']?.split(',')
for (const [part, run] of Object.entries(PARTS)) {
  if (wantedParts && !wantedParts.includes(part)) continue
  try {
    await run(part)
  } finally {
    for (const end of ends.splice(0).toReversed()) await end()
  }
}

async function killMedusa(part: string): Promise<void> {
  const paypal = part === 'invoice' ? undefined : await openPayPal(t)
  const commerce = await startCutCommerce(t, { name: `prove-${part}`, environment: paypal?.environment })
  const rounds = await openCutRounds(t, commerce, paypal, part === 'card' ? 'card' : undefined)
  const score = startScore(part)
  for (const steps of STEPS) {
    const round = await rounds.pay(steps)
    const isOrdered = part === 'invoice' || !steps.some((step) => CHANGES.includes(step))
    score.note('steps', round, isExact(round, part === 'invoice') && (round.orders === 1) === isOrdered)
  }
  for (let point = 1; point <= rounds.points; point += 1) {
    const round = await rounds.cut(point)
    score.note('medusa-killed', round, isGood(round))
  }
  score.close()
}

async function killStorefront(part: string): Promise<void> {
  const commerce = await startTestCommerce({ name: `prove-${part}` })
  t.teardown(commerce.stop)
  const rounds = await openStorefrontRounds(t, commerce)
  const score = startScore(part)
  for (let number = 1; number <= rounds.exchanges; number += 1) {
    for (const when of ['before', 'after'] as const) {
      const round = await rounds.cut(number, when)
      score.note('storefront-killed', round, isGoodStorefront(round))
    }
  }
  score.close()
}

function startScore(part: string) {
  const began = performance.now()
  const results: boolean[] = []
  return {
    note(name: string, round: object, passed: boolean): void {
      results.push(passed)
      console.log(JSON.stringify({ name, part, ...round, passed }))
    },
    close(): void {
      const oneOrder = results.filter(Boolean).length
      const seconds = Math.round((performance.now() - began) / 1000)
      console.log(JSON.stringify({ name: 'completion', part, rounds: results.length, oneOrder, seconds }))
      if (results.length === 0 || oneOrder !== results.length) process.exitCode = 1
    },
  }
}
