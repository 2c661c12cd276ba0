import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { focused, tabTo } from '#test/support/keyboard.ts'
import { visitShop } from '#test/support/test-shop.ts'

const shop = await visitShop(t)
const DESKTOP = { viewport: { width: 1440, height: 900 } }

t.test('a shopper points at a category and follows one of its cuts', async (t) => {
  await visit(t, shop.url, DESKTOP, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    const nav = page.getByRole('navigation', { name: 'Shop by category' })
    t.equal(await nav.getByRole('link', { name: 'Halo', exact: true }).count(), 0, 'closed at first')
    const keys = page.waitForResponse(/follow-mega-menu/)
    await nav.getByRole('link', { name: 'Rings', exact: true }).hover()
    await nav.getByRole('link', { name: 'Halo', exact: true }).waitFor()
    await keys
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Escape')
    await nav.getByRole('link', { name: 'Halo', exact: true }).waitFor({ state: 'hidden' })
    await page.mouse.move(700, 700)
    await nav.getByRole('link', { name: 'Rings', exact: true }).hover()
    await nav.getByRole('link', { name: 'Pear', exact: true }).click()
    await page.waitForURL('**/en/shop/rings?cut=pear')
    await page.getByRole('heading', { level: 1, name: 'Rings' }).waitFor()
    t.equal(await nav.getByRole('link', { name: 'Halo', exact: true }).count(), 0, 'closed by the followed link')
    t.equal(await page.getByRole('checkbox', { name: 'Pear' }).isChecked(), true)
    await nav.getByRole('link', { name: 'Earrings', exact: true }).hover()
    await page.mouse.move(700, 700)
    await nav.getByRole('link', { name: 'Necklaces', exact: true }).hover()
    await nav.getByRole('link', { name: 'Tennis', exact: false }).first().waitFor()
  })
})

t.test('the panel does not cover a page that opens under a resting pointer', async (t) => {
  await visit(t, shop.url, DESKTOP, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    const nav = page.getByRole('navigation', { name: 'Shop by category' })
    await nav.getByRole('link', { name: 'Rings', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Rings' }).waitFor()
    await page.reload()
    await hydrated(page)
    t.equal(await nav.getByRole('link', { name: 'Halo', exact: true }).count(), 0)
  })
})

t.test('a shopper with a keyboard opens a category by its button, and Esc closes it', async (t) => {
  await visit(t, shop.url, DESKTOP, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    const nav = page.getByRole('navigation', { name: 'Shop by category' })
    const halo = nav.getByRole('link', { name: 'Halo', exact: true })
    await nav.getByRole('link', { name: 'Rings', exact: true }).focus()
    await page.keyboard.press('Tab')
    t.match(await focused(page), 'Rings: styles and cuts')
    await page.keyboard.press('Enter')
    await halo.waitFor()
    await page.keyboard.press('Tab')
    t.equal(await focused(page), 'link "Solitaire"')
    await page.keyboard.press('Escape')
    await halo.waitFor({ state: 'hidden' })
    t.match(await focused(page), 'Rings: styles and cuts', 'the focus is on the button again')
    await page.keyboard.press('Enter')
    await tabTo(page, 'link "Necklaces"')
    await halo.waitFor({ state: 'hidden' })
  })
})

t.test('without JavaScript the button opens the links of a category', async (t) => {
  await visit(t, shop.url, { ...DESKTOP, javaScriptEnabled: false }, async (page) => {
    await page.goto('/en')
    const nav = page.getByRole('navigation', { name: 'Shop by category' })
    await nav.locator('summary').first().click()
    await page.mouse.move(700, 700)
    await nav.getByRole('link', { name: 'Solitaire', exact: true }).click()
    await page.waitForURL('**/en/shop/rings/solitaire')
  })
})

t.test('the menu of a phone shows the categories at once', async (t) => {
  await visit(t, shop.url, { viewport: { width: 390, height: 844 }, hasTouch: true }, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Rings', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Rings' }).waitFor()
  })
})

t.test('the menu of a desktop leaves most of the page in sight', async (t) => {
  await visit(t, shop.url, DESKTOP, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const box = await page.getByRole('dialog', { name: 'Menu' }).boundingBox()
    t.ok(box && box.width <= 1440 / 2, `${box?.width} px wide`)
  })
})
