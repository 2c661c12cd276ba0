/**
 * Runs a hundred random shoppers in real browsers, through proxies that delay, reorder, repeat, refuse and lose cart
 * calls. Each must end with Medusa's cart on the page, and with the requested quantity of every product or a message that
 * names it; otherwise exits with 1. `SESSIONS` sets the number, `SEED` repeats the same shoppers. The faults only repeat
 * if the machine is as fast.
 */
import { openBrowser, openProgramShop } from '#test/support/program-shop.ts'
import { check, openProgram, startWatch } from '#test/support/program.ts'
import { seedOfRun } from '#test/support/random.ts'

import { FAULTS } from './cart-browser/bad-line.ts'
import { findChoices } from './cart-browser/find-choices.ts'
import { runSession, type SessionResult } from './cart-browser/session.ts'

const SESSIONS = Number(process.env['SESSIONS'] ?? 100)
const AT_ONCE = 3

const seed = Number(process.env['SEED'] ?? seedOfRun())
await using t = openProgram()
// The shop trusts X-Forwarded-For, because a hundred shoppers with one address would exceed its rate limits.
const env = { LOG_LEVEL: 'silent', TRUST_PROXY: '127.0.0.1' }
const { url, commerce } = await openProgramShop(t, 'prove-cart-browser', { env })
const browser = await openBrowser(t)
const seconds = startWatch()
const choices = await findChoices(url)
const results: SessionResult[] = []
let next = 0
async function runSessions(): Promise<void> {
  while (next < SESSIONS) {
    const options = { browser, commerce, url, choices, clicks: 20, faults: FAULTS }
    const result = await runSession({ ...options, seed: seed + next++ })
    results.push(result)
    const { trace, ...summary } = result
    if (summary.broken.length === 0) continue
    console.log(JSON.stringify({ name: 'cart-browser session', ...summary }))
    console.log(trace.join('\n'))
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, runSessions))
const sum = (count: (result: SessionResult) => number) => results.reduce((all, result) => all + count(result), 0)
const broken = results.filter((result) => result.broken.length > 0).length
check('cart-browser', broken === 0 && results.length > 0, {
  sessions: results.length,
  seed,
  broken,
  calls: sum(({ calls }) => calls),
  faults: sum(({ faults }) => faults),
  notified: sum(({ notified }) => notified),
  seconds: seconds(),
})
