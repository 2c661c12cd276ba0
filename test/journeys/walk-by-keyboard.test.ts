import type { Page } from 'playwright'
import t, { type Test } from 'tap'

import { awake, visit } from '#test/support/browser.ts'
import { focused, step, tabTo } from '#test/support/keyboard.ts'
import { startShop } from '#test/support/test-shop.ts'

/** Low enough that a list does not fit. */
const WINDOW = { viewport: { width: 1280, height: 620 } }

const shop = await startShop(t)

t.test('whoever goes by keyboard finds a piece through the menu, and comes back to where they were', async (t) => {
  await visit(
    t,
    shop.url,
    async (page) => {
      await page.goto('/en')
      await awake(page)
      await tabTo(page, 'link "Skip to content"')
      await tabTo(page, 'button "Open menu"')
      await opensAndLeaves(t, page)

      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Menu' }).waitFor()
      await tabTo(page, 'button "Shop"')
      await page.keyboard.press('Enter')
      await tabTo(page, 'link "Rings"')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Rings' }).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      t.match(await focused(page), /^main/, 'the next Tab is in the page that has come')

      await tabTo(page, 'link "Solitaire"', 'Shift+Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Solitaire', exact: true }).waitFor()

      await tabTo(page, 'checkbox "White gold')
      await page.keyboard.press('Space')
      await page.waitForURL(/metal=white-gold/)
      t.match(await focused(page), /^checkbox "White gold/, 'who ticks a box stays at it')

      const piece = await lastPiece(page)
      await tabTo(page, `link "${piece}`)
      const { url, place } = await whereabouts(page)
      t.ok(place > 0, 'the list is left somewhere below its top')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: piece }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Solitaire', exact: true }).waitFor()
      t.same(await whereabouts(page), { url, place })
      t.equal(await page.getByRole('checkbox', { name: 'White gold' }).isChecked(), true)
    },
    WINDOW,
  )
})

t.test('whoever tabs back up a long list always sees where they are', async (t) => {
  await visit(
    t,
    shop.url,
    async (page) => {
      await page.goto('/en/shop/rings')
      await awake(page)
      await page.getByRole('link', { name: await lastPiece(page) }).focus()
      for (let stop = 0; stop < 6; stop += 1) {
        const name = await step(page, 'Shift+Tab')
        const element = await page.locator(':focus').elementHandle()
        await step(page)
        // Where the wheel may have left it: in the window, but behind the header.
        await element?.evaluate((before) => scrollBy(0, before.getBoundingClientRect().top - 8))
        t.equal(await step(page, 'Shift+Tab'), name)
      }
      await tabTo(page, 'button "Open menu"', 'Shift+Tab')
      t.pass('down to the first thing in the header')
    },
    WINDOW,
  )
})

/** Space opens the menu as Enter does, Esc leaves it, and the focus is where it was. */
async function opensAndLeaves(t: Test, page: Page): Promise<void> {
  await page.keyboard.press('Space')
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  t.equal(await focused(page), 'button "Close"')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.equal(await focused(page), 'button "Open menu"')
}

async function lastPiece(page: Page): Promise<string> {
  return page.locator('main article h2').last().innerText()
}

async function whereabouts(page: Page): Promise<{ url: string; place: number }> {
  return { url: page.url(), place: await page.evaluate(() => scrollY) }
}
