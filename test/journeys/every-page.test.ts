import t from 'tap'

import { LOCALES } from '#shared/i18n/locale.ts'
import { goTo, journey } from '#test/support/browser.ts'
import { catalogPaths } from '#test/support/categories.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { hydratePages, writtenPaths } from '#test/support/hydrate-pages.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'
import { startShop } from '#test/support/test-shop.ts'

const shop = await startShop(t)

const browser = await launchChromium()
t.teardown(() => browser.close())

// `npm run prove every-page` opens all pages, each in both languages.
t.test('pages drawn at random hydrate without console messages', async (t) => {
  const seed = seedOfRun()
  t.comment(`TEST_SEED=${seed}`)
  const random = createRandom(seed)
  const catalog = (await catalogPaths(shop.url)).map((path) => `/${random.pick(LOCALES)}${path}`)
  const paths = [...catalog, ...writtenPaths(shop)].filter(() => random.below(4) === 0)
  t.ok(paths.length > 5)
  t.same(await hydratePages(browser, shop.url, paths), [])
})

for (const locale of LOCALES) {
  journey(
    t,
    `a 404 page in ${locale} hydrates too`,
    shop.url,
    { browser, expected: [/status of 404/] },
    async (page, t) => {
      const answer = await goTo(page, `/${locale}/no-such-page`)
      t.equal(answer?.status(), 404)
    },
  )
}
