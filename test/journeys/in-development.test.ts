import '#test/support/development/development-mode.ts'
import t from 'tap'

import { launchChromium } from '#test/support/chromium.ts'
import { tourInDevelopment } from '#test/support/development/tour-in-development.ts'
import { inviteGuests } from '#test/support/guests.ts'
import { listScenarios, STAGE } from '#test/support/scenarios.ts'
import { startShop } from '#test/support/test-shop.ts'

t.setTimeout(300_000)

// `npm run prove dev` also checks overlays and other viewports.
t.test('no page of the development server logs a warning in either language', async (t) => {
  const shop = await startShop(t, STAGE)
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const pages = (await listScenarios(shop.url)).filter(({ overlay }) => !overlay)
  t.ok(pages.length > 40)
  const guests = await inviteGuests(browser, shop.url)
  const windows = new Map([[1280, 900]])
  t.same(await tourInDevelopment({ browser, origin: shop.url, pages, guests, windows }), [])
})
