import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { visitShop } from '#test/support/test-shop.ts'

const shop = await visitShop(t)
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

t.test('the filters beside a list are never cut off, and their end comes in sight', async (t) => {
  await visit(t, shop.url, DESKTOP, async (page) => {
    await page.goto('/en/shop/viewAll')
    await hydrated(page)
    const rail = page.locator('#filters')
    t.ok(await rail.evaluate((element) => element.scrollHeight <= element.clientHeight), 'no scrolling in itself')
    const last = page.getByRole('checkbox', { name: 'In stock' })
    await page.evaluate(() => scrollTo(0, 1500))
    await page.waitForFunction(() => scrollY === 1500)
    const box = await last.boundingBox()
    t.ok(box && box.y > 80 && box.y + box.height <= 900, `it stays in sight further down, at ${box?.y}`)

    await last.focus()
    await page.keyboard.press('Shift+Tab')
    const first = page.getByRole('checkbox').first()
    await first.focus()
    const focused = await first.boundingBox()
    t.ok(focused && focused.y >= 80 && focused.y < 900, `the keyboard reaches the first one, at ${focused?.y}`)
  })
})

t.test('the images of a product stay in sight while its details scroll', async (t) => {
  await visit(t, shop.url, DESKTOP, async (page) => {
    await page.goto('/en/shop/product/round-solitaire-ring')
    await hydrated(page)
    await page.locator('main details').evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')))
    const images = page.getByRole('list', { name: 'Pictures of Round solitaire ring' })
    const before = await images.boundingBox()
    await page.evaluate(() => scrollBy(0, 180))
    await page.waitForFunction(() => scrollY === 180)
    const after = await images.boundingBox()
    t.ok(before && after && before.y - after.y < 180, `${before?.y} → ${after?.y}`)
    t.equal(after?.y, 104, 'below the header')
  })
})

t.test('on a phone nothing but the heart is on the image of a card, and the metals are in one row', async (t) => {
  await visit(t, shop.url, PHONE, async (page) => {
    await page.goto('/en/shop/earrings')
    await hydrated(page)
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /to cart$/ }) })
      .first()
    const [image, button] = [card.locator('img').first(), card.getByRole('button', { name: /to cart$/ })]
    const [shown, add] = [await image.boundingBox(), await button.boundingBox()]
    t.ok(shown && add && add.y >= shown.y + shown.height, `${add?.y} is below the image`)

    await page.goto('/en/shop/product/round-solitaire-ring')
    await hydrated(page)
    const tops = await page
      .getByRole('group', { name: /^Metal/ })
      .locator('label')
      .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top))
    t.equal(tops.length, 3)
    t.equal(new Set(tops).size, 1, 'three metals in one row')
  })
})
