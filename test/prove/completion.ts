/**
 * Kills Medusa at each step of placing an order, and the storefront at each of its calls. After a restart and a retry the
 * shop must have one order with one payment. Before that, the shopper's browser pays in other orders of steps, and with
 * other amounts: there must be one order that is paid exactly, or no order and no money. PART=paypal runs one part
 * (invoice, paypal, card, storefront).
 */
import { startCutCommerce } from '#test/server/cli/stranded-payments/cut-commerce.ts'
import { isExact, isGood, openCutRounds, type PayStep } from '#test/server/cli/stranded-payments/cut-rounds.ts'
import { isGoodStorefront, openStorefrontRounds } from '#test/server/cli/stranded-payments/storefront-rounds.ts'
import { openPayPal } from '#test/support/paypal/stand-in.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { check, openProgram, startWatch, type Program } from '#test/support/program.ts'

const PARTS = { invoice: killMedusa, paypal: killMedusa, card: killMedusa, storefront: killStorefront } as const
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
  await using t = openProgram()
  await run(t, part)
}

async function killMedusa(t: Program, part: string): Promise<void> {
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

async function killStorefront(t: Program, part: string): Promise<void> {
  const commerce = await openCommerce(t, { name: `prove-${part}` })
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
  const seconds = startWatch()
  const results: boolean[] = []
  return {
    note(name: string, round: object, passed: boolean): void {
      results.push(passed)
      check(name, passed, { part, ...round })
    },
    close(): void {
      const oneOrder = results.filter(Boolean).length
      const isComplete = results.length > 0 && oneOrder === results.length
      check('completion', isComplete, { part, rounds: results.length, oneOrder, seconds: seconds() })
    },
  }
}
