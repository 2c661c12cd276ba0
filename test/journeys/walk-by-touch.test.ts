import type { Locator, Page } from 'playwright'
import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { visitShop } from '#test/support/test-shop.ts'

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }

const shop = await visitShop(t)

t.test('a shopper on a touchscreen finds a product, and comes back to the same position', async (t) => {
  await visit(t, shop.url, PHONE, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    await page.getByRole('button', { name: 'Open menu' }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Rings', exact: true }).tap()
    await page.getByRole('heading', { level: 1, name: 'Rings' }).waitFor()

    const categories = page.getByRole('button', { name: 'Categories' })
    t.match(await categories.innerText(), /Rings: All$/)
    await categories.tap()
    const drawer = page.getByRole('dialog', { name: 'Categories' })
    t.match(await drawer.getByRole('link', { name: 'All', exact: true }).getAttribute('aria-current'), 'page')
    await drawer.getByRole('link', { name: 'Solitaire' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Solitaire', exact: true }).waitFor()
    t.match(await categories.innerText(), /Rings: Solitaire$/)

    await page.getByRole('button', { name: /^Filter/ }).tap()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByRole('group', { name: 'Metal' }).getByText('White gold').tap()
    await page.waitForURL(/metal=white-gold/)
    await filters.getByRole('button', { name: /^Show / }).tap()
    await filters.waitFor({ state: 'detached' })

    const product = page.locator('main article h2').last()
    const title = await product.innerText()
    await product.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    t.ok(place > 0, 'the list is left somewhere below its top')
    await product.tap()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Solitaire', exact: true }).waitFor()
    t.equal(await page.evaluate(() => scrollY), place)
    t.match(page.url(), /metal=white-gold/)
  })
})

t.test('a tap beside a drawer closes it, and the page has not scrolled', async (t) => {
  await visit(t, shop.url, PHONE, async (page) => {
    await page.goto('/en/shop/rings')
    await hydrated(page)
    await page.evaluate(() => scrollTo(0, 12))
    for (const [opener, title, beside] of [
      ['Open menu', 'Menu', { x: 195, y: 20 }],
      ['Open cart', 'Cart', { x: 12, y: 400 }],
      ['Open search', 'Search', { x: 12, y: 400 }],
      ['Categories', 'Categories', { x: 195, y: 20 }],
    ] as const) {
      await tapWhereItIs(page, page.getByRole('button', { name: opener }))
      const drawer = page.getByRole('dialog', { name: title, exact: true })
      await drawer.waitFor()
      t.ok(await isLocked(page), `the page does not scroll behind ${title}`)
      await page.touchscreen.tap(beside.x, beside.y)
      await drawer.waitFor({ state: 'detached' })
      t.notOk(await isLocked(page), `the page scrolls again after ${title}`)
      t.equal(await page.evaluate(() => scrollY), 12)
    }
  })
})

/** Taps by touch events, because Playwright's tap would scroll the page first. */
async function tapWhereItIs(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('there is nothing to tap')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

async function isLocked(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      document.body.classList.contains('overlay-open') &&
      getComputedStyle(document.documentElement).overflowY === 'hidden',
  )
}
