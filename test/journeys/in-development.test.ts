import '#test/support/development/development-mode.ts'
import t from 'tap'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { tourInDevelopment } from '#test/support/development/tour-in-development.ts'
import { inviteGuests } from '#test/support/guests.ts'
import { listScenarios, STAGE } from '#test/support/scenarios.ts'
import { startShop } from '#test/support/test-shop.ts'

t.setTimeout(900_000)

// `npm run prove dev` opens every page and overlay in both languages and in more windows.
t.test('no page of the development server logs a warning, each opened in one of the languages', async (t) => {
  const shop = await startShop(t, STAGE)
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const scenarios = (await listScenarios(shop.url)).filter(({ overlay }) => !overlay)
  // One state of each page is enough.
  const pages = [...new Map(scenarios.map((page) => [page.path.replace(/\?.*/, ''), page])).values()]
  t.ok(pages.length > 30)
  const guests = await inviteGuests(browser, shop.url)
  const windows = new Map([[1280, 900]])
  const pagesIn = (locale: Locale) => pages.filter((_, index) => LOCALES[index % LOCALES.length] === locale)
  t.same(await tourInDevelopment({ browser, origin: shop.url, pagesIn, guests, windows }), [])
})
