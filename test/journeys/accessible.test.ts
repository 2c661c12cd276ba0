import t from 'tap'

import { launchChromium } from '#test/support/chromium.ts'
import { inviteGuests } from '#test/support/guests.ts'
import { inspectScenarios, viewsOf } from '#test/support/inspect-scenarios.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'
import { STAGE, listScenarios } from '#test/support/scenarios.ts'
import { startShop } from '#test/support/test-shop.ts'

/** A sample of some eighty scenarios: `npm run prove accessible` checks all, in every language and viewport. */
const SCENARIOS = 14

// Random scenarios, each in a random language and viewport, in light and dark mode.
t.test('pages and overlays have no accessibility violations', async (t) => {
  const shop = await startShop(t, STAGE)
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const everyScenario = await listScenarios(shop.url)
  const guests = await inviteGuests(browser, shop.url)
  const seed = seedOfRun()
  t.comment(`TEST_SEED=${seed}`)
  const random = createRandom(seed)
  const from = random.below(everyScenario.length)
  const scenarios = [...everyScenario, ...everyScenario].slice(from, from + SCENARIOS)

  const { combinations, violations } = await inspectScenarios({
    browser,
    origin: shop.url,
    scenarios,
    guests,
    viewsOf: (scenario) => [random.pick(viewsOf(scenario))],
  })
  t.comment(`${combinations} combinations of page, language, window and mode: ${violations.length} violations`)
  t.same(violations, [])
  t.equal(combinations, 2 * scenarios.length)
})
