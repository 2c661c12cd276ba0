/** Opens every page in both locales in a browser: each responds, hydrates and logs nothing to the console. */
import { LOCALES } from '#shared/i18n/locale.ts'
import { catalogPaths } from '#test/support/categories.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { hydratePages, writtenPaths } from '#test/support/hydrate-pages.ts'
import { openShop } from '#test/support/open-shop.ts'

const commerce = await startTestCommerce({ name: 'prove-every-page' })
const shop = await openShop(commerce, { folder: 'storefront', env: { LOG_LEVEL: 'silent' } })
const browser = await launchChromium()
try {
  const started = performance.now()
  const catalog = await catalogPaths(shop.url)
  const paths = [...LOCALES.flatMap((locale) => catalog.map((path) => `/${locale}${path}`)), ...writtenPaths(shop)]
  const complaints = await hydratePages(browser, shop.url, paths)
  for (const complaint of complaints) console.log(complaint)
  if (complaints.length > 0) process.exitCode = 1
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(JSON.stringify({ name: 'every-page', pages: paths.length, complaints: complaints.length, seconds }))
} finally {
  await browser.close()
  await shop.stop()
  await commerce.stop()
}
