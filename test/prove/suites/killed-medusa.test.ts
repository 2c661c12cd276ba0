import t from 'tap'

import { startCutCommerce } from '#test/server/cli/stranded-payments/cut-commerce.ts'
import { isGood, openCutRounds } from '#test/server/cli/stranded-payments/cut-rounds.ts'
import { openPayPal } from '#test/support/paypal/stand-in.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'

t.test('Medusa is killed while an order is placed; a retry gives one order that is paid once', async (t) => {
  const paypal = await openPayPal(t)
  const commerce = await startCutCommerce(t, { name: 'killed-medusa', environment: paypal.environment })
  const rounds = await openCutRounds(t, commerce, paypal)
  const seed = seedOfRun()
  t.comment(`TEST_SEED=${seed}`)
  // `npm run prove completion` kills it at every commit, and the storefront at every call. At the last five commits the
  // order exists and its payment is in progress.
  const round = await rounds.cut(rounds.points - createRandom(seed).below(5))
  t.ok(isGood(round), JSON.stringify(round))
})
