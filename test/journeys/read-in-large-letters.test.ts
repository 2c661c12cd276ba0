import t from 'tap'

import { awake, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/shelf.ts'
import { cartDrawer, choose } from '#test/support/shopper.ts'
import { startShop } from '#test/support/test-shop.ts'

const PHONE = { width: 390, height: 844 }
const SMALL = { width: 320, height: 640 }

t.test('whoever reads in letters twice as large, or on the smallest phone, never scrolls sideways', async (t) => {
  const shop = await startShop(t)
  const ring = await findRing(shop.url)
  await visit(t, shop.url, async (page) => {
    const written = ['', '/ourStory', '/blogs', '/blogs/ring-sizes', '/policies/privacy-policy']
    const paths = [
      ...written,
      '/shop',
      '/shop/rings',
      '/search?q=oval',
      `/shop/product/${ring.product.handle}`,
      '/cart',
      '/checkout/contact',
    ]
    await page.goto(`/en/shop/product/${ring.product.handle}`)
    await awake(page)
    await choose(page, ring)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await cartDrawer(page).getByLabel('Total', { exact: true }).waitFor()
    await page.waitForFunction(() => document.querySelector('dialog [aria-live]')?.textContent)

    for (const locale of ['en', 'ru']) {
      for (const path of paths) {
        await page.goto(`/${locale}${path}`)
        await awake(page)
        t.equal(await page.getByRole('heading', { level: 1 }).count(), 1, `one heading names /${locale}${path}`)
        await page.setViewportSize(SMALL)
        t.ok((await tooWide()) <= 0, `/${locale}${path} on the smallest phone`)
        await page.setViewportSize(PHONE)
        await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
        t.ok((await tooWide()) <= 0, `/${locale}${path} in letters twice as large`)
      }
    }

    await page.goto('/ru')
    await awake(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await page.getByRole('button', { name: 'Открыть поиск' }).click()
    const drawer = page.getByRole('dialog', { name: 'Поиск' })
    await drawer.getByRole('combobox').fill('серьги')
    const pieces = drawer.getByRole('region', { name: 'Украшения' })
    await pieces.waitFor()
    t.ok(
      await pieces.evaluate((region) => {
        const edge = region.closest('dialog')?.getBoundingClientRect().right ?? 0
        const inside = (element: Element) => element.getBoundingClientRect().right <= edge
        return [...(region.closest('dialog')?.querySelectorAll('input, img, a, p') ?? [])].every(inside)
      }),
      'nothing of the search stands beyond its edge',
    )

    async function tooWide(): Promise<number> {
      return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    }
  })
})
