import t from 'tap'

import { FAULTS } from '#test/prove/cart-browser/bad-line.ts'
import { findChoices } from '#test/prove/cart-browser/find-choices.ts'
import { runSession } from '#test/prove/cart-browser/session.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { seedOfRun } from '#test/support/random.ts'
import { startShop } from '#test/support/test-shop.ts'

const SESSIONS = 3
const CLICKS = 8
/** All faults except those that last as long as the timeouts. */
const QUICK_FAULTS = FAULTS.filter((fault) => fault !== 'silent')

t.test('on a bad network the cart ends in the state of the server, or with a message', async (t) => {
  const { url, commerce } = await startShop(t, { env: { TRUST_PROXY: '127.0.0.1' } })
  const choices = await findChoices(url)
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const seed = seedOfRun()
  t.comment(`seed ${seed}; npm run prove cart-browser walks a hundred shoppers`)
  const walk = async (_: unknown, number: number) =>
    runSession({ browser, commerce, url, choices, seed: seed + number, clicks: CLICKS, faults: QUICK_FAULTS })
  for (const { broken, clicks, calls } of await Promise.all(Array.from({ length: SESSIONS }, walk))) {
    t.same(broken, [], clicks.join(', '))
    t.ok(calls > 0, `${calls} calls of the cart went over the line`)
  }
})
