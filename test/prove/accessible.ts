/** Checks every page and overlay with axe, in both locales, in all window widths and themes. */
import { launchChromium } from '#test/support/chromium.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { inviteGuests } from '#test/support/guests.ts'
import { inspectScenarios, viewsOf } from '#test/support/inspect-scenarios.ts'
import { openShop } from '#test/support/open-shop.ts'
import { STAGE, listScenarios } from '#test/support/scenarios.ts'

const commerce = await startTestCommerce({ name: 'prove-accessible' })
const shop = await openShop(commerce, { folder: 'storefront', ...STAGE })
const browser = await launchChromium()
try {
  const started = performance.now()
  const scenarios = await listScenarios(shop.url)
  const guests = await inviteGuests(browser, shop.url)
  const { combinations, violations } = await inspectScenarios({ browser, origin: shop.url, scenarios, guests, viewsOf })
  for (const violation of violations) console.log(violation)
  if (violations.length > 0) process.exitCode = 1
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    JSON.stringify({
      name: 'accessible',
      scenarios: scenarios.length,
      combinations,
      violations: violations.length,
      seconds,
    }),
  )
} finally {
  await browser.close()
  await shop.stop()
  await commerce.stop()
}
