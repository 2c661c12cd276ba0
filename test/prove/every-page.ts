/** Opens every page in both locales in a browser: each responds, hydrates and logs nothing to the console. */
import { LOCALES } from '#shared/i18n/locale.ts'
import { catalogPaths } from '#test/support/categories.ts'
import { hydratePages, writtenPaths } from '#test/support/hydrate-pages.ts'
import { openBrowser, openProgramShop } from '#test/support/program-shop.ts'
import { check, openProgram, startWatch } from '#test/support/program.ts'

await using t = openProgram()
const shop = await openProgramShop(t, 'prove-every-page', { env: { LOG_LEVEL: 'silent' } })
const browser = await openBrowser(t)
const seconds = startWatch()
const catalog = await catalogPaths(shop.url)
const paths = [...LOCALES.flatMap((locale) => catalog.map((path) => `/${locale}${path}`)), ...writtenPaths(shop)]
const complaints = await hydratePages(browser, shop.url, paths)
for (const complaint of complaints) console.log(complaint)
check('every-page', complaints.length === 0, {
  pages: paths.length,
  complaints: complaints.length,
  seconds: seconds(),
})
