import type { Page } from 'playwright'
import t, { type Test } from 'tap'

import { goTo, journey, seeHeading, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { focused, step, tabAround, tabTo } from '#test/support/keyboard.ts'
import { arrive, stopClock, watch } from '#test/support/popup-visit.ts'
import { visitShop } from '#test/support/test-shop.ts'

/** Low enough that a list does not fit. */
const WINDOW = { viewport: { width: 1280, height: 620 } }

const shop = await visitShop(t)

journey(
  t,
  'a shopper with a keyboard finds a product through the menu, and comes back to the same focus',
  shop.url,
  WINDOW,
  async (page, t) => {
    await goTo(page, '/en')
    await tabTo(page, 'link "Skip to content"')
    await tabTo(page, 'button "Open menu"')
    await opensAndLeaves(t, page)

    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await tabTo(page, 'link "Rings"')
    await page.keyboard.press('Enter')
    await seeHeading(page, 'Rings')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    t.match(await focused(page), /^main/, 'the next Tab is in the new page')

    await tabTo(page, 'link "Solitaire"', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Solitaire', exact: true }).waitFor()

    await tabTo(page, 'checkbox "White gold')
    await page.keyboard.press('Space')
    await page.waitForURL(/metal=white-gold/)
    t.match(await focused(page), /^checkbox "White gold/, 'the focus stays on a checked box')

    const item = await lastProduct(page)
    await tabTo(page, `link "${item}`)
    const { url, place } = await whereabouts(page)
    t.ok(place > 0, 'the list is left somewhere below its top')
    await page.keyboard.press('Enter')
    await seeHeading(page, item)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Solitaire', exact: true }).waitFor()
    t.same(await whereabouts(page), { url, place })
    t.equal(await page.getByRole('checkbox', { name: 'White gold' }).isChecked(), true)
  },
)

journey(t, 'tabbing back through a long list keeps the focused element visible', shop.url, WINDOW, async (page, t) => {
  await goTo(page, '/en/shop/rings')
  await page.getByRole('link', { name: await lastProduct(page) }).focus()
  for (let stop = 0; stop < 6; stop += 1) {
    const name = await step(page, 'Shift+Tab')
    const element = await page.locator(':focus').elementHandle()
    await step(page)
    // In the viewport but behind the header, as after scrolling by wheel.
    await element?.evaluate((before) => scrollBy(0, before.getBoundingClientRect().top - 8))
    t.equal(await step(page, 'Shift+Tab'), name)
  }
  await tabTo(page, 'button "Open menu"', 'Shift+Tab')
  t.pass('down to the first thing in the header')
})

/** What opens an overlay, with the number of its focusable elements. */
type Overlays = readonly (readonly [opener: string, stops: number])[]

const ABOVE_A_PRODUCT: Overlays = [
  ['button "Open menu"', 12],
  ['button "Open search"', 7],
  ['button "Open cart', 9],
  ['button "Zoom"', 4],
  ['link "Size chart"', 4],
  ['link "Drop a hint"', 7],
  ['link "All about care"', 2],
  ['button "Country and currency', 3],
]
const ABOVE_A_CATEGORY: Overlays = [
  ['button "Categories', 8],
  ['button "Filter', 10],
]

const LAUNCH = ['link "Shop the Launch Event"', 'button "No, thanks"', 'button "Close"']

t.test('every overlay traps the focus, closes by Esc, and restores the focus', async (t) => {
  const { product, variant } = await findRing(shop.url)
  const body = (path: string, overlays: Overlays) => {
    return async (page: Page) => {
      await page.request.post('/api/carts/current/line-items', { data: { variant_id: variant.id, quantity: 1 } })
      await goTo(page, path)
      await page.getByRole('button', { name: 'Open cart, 1 item' }).waitFor()
      for (const [opener, stops] of overlays) {
        if (opener.includes('care')) {
          await tabTo(page, 'Materials and care')
          await page.keyboard.press('Enter')
        }
        await tabTo(page, opener)
        const name = await focused(page)
        await page.keyboard.press('Enter')
        await page.locator('dialog:modal').waitFor()
        await page.locator('dialog:modal [aria-busy="true"]').waitFor({ state: 'detached' })
        const around = await tabAround(page)
        t.equal(around.length, stops, around.join(', '))
        t.ok(around.includes('button "Close"'), opener)
        await page.keyboard.press('Escape')
        await page.locator('dialog:modal').waitFor({ state: 'detached' })
        t.equal(await focused(page), name)
      }
    }
  }
  const still = { reducedMotion: 'reduce' } as const
  await visit(t, shop.url, { ...WINDOW, ...still }, body(`/en/shop/product/${product.handle}`, ABOVE_A_PRODUCT))
  const phone = { viewport: { width: 390, height: 844 } }
  await visit(t, shop.url, { ...phone, ...still }, body('/en/shop/rings/halo', ABOVE_A_CATEGORY))
})

journey(
  t,
  'the launch popup, which opens by itself, traps the focus too, and restores it',
  shop.url,
  { firstVisit: true, reducedMotion: 'reduce' },
  async (page, t) => {
    // Otherwise the popup may open before a busy machine focuses the button.
    await stopClock(page)
    await watch(page)
    await arrive(page, '/en/blogs')
    await page.getByRole('button', { name: 'Open search' }).focus()
    await page.clock.resume()
    const title = 'An early Black Friday'
    await page.getByRole('dialog', { name: title }).waitFor()
    t.match(await focused(page), `dialog "${title}"`)
    const around = await tabAround(page)
    t.match(around, LAUNCH)
    t.equal(around.length, LAUNCH.length, around.join(', '))
    await page.keyboard.press('Escape')
    await page.locator('dialog:modal').waitFor({ state: 'detached' })
    t.match(await focused(page), /Open search/)
  },
)

async function opensAndLeaves(t: Test, page: Page): Promise<void> {
  await page.keyboard.press('Space')
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  t.equal(await focused(page), 'button "Close"')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.equal(await focused(page), 'button "Open menu"')
}

async function lastProduct(page: Page): Promise<string> {
  return page.locator('main article h2').last().innerText()
}

async function whereabouts(page: Page): Promise<{ url: string; place: number }> {
  return { url: page.url(), place: await page.evaluate(() => scrollY) }
}
