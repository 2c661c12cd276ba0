import t from 'tap'

import { LOCALES } from '#shared/i18n/locale.ts'
import { awake, visit } from '#test/support/browser.ts'
import { writtenPages } from '#test/support/content-pages.ts'
import { catalogPaths } from '#test/support/shelf.ts'
import { startShop } from '#test/support/test-shop.ts'

const OTHERS = ['/cart', '/checkout', '/order/confirmation']

for (const locale of LOCALES) {
  t.test(`every page in ${locale} wakes up without a word in the console`, async (t) => {
    const shop = await startShop(t)
    const written = writtenPages(shop.app, locale).map(({ path }) => path)
    const paths = [...(await catalogPaths(shop.url)), ...written, ...OTHERS]
    await visit(t, shop.url, async (page) => {
      // Every first page of a visit asks the backend for a cart; this is one visit.
      await page.goto(`/${locale}`)
      await page.waitForFunction(() => localStorage.getItem('cart_id') !== null)
      for (const path of paths) {
        const answer = await page.goto(`/${locale}${path}`)
        await awake(page)
        t.equal(answer?.status(), 200, `/${locale}${path}`)
        t.match(await page.title(), /\S/)
      }
    })
    await visit(
      t,
      shop.url,
      async (page) => {
        const answer = await page.goto(`/${locale}/no-such-page`)
        await awake(page)
        t.equal(answer?.status(), 404)
      },
      { expected: [/status of 404/] },
    )
  })
}
