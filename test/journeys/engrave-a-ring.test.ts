import type { Page } from 'playwright'
import t, { type Test } from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { cartDrawer, checkOut } from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const shop = await startOwnShop(t, {
  env: { ...mailServer.env, UNPAID_ORDER_LIMITS: 'off' },
})
const RING = '/en/shop/product/plain-wedding-band?metal=rose-gold&size=6'
const TEXT = 'Анна ♥ Max, 12.08'

const field = (page: Page) => page.getByLabel(/^Engraving/)
const add = (page: Page) => page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()

/**
 * Places the order from the payment page and checks every place that names the engraving.
 * @param others number of pieces in the order that are not engraved
 */
async function order(t: Test, page: Page, email: string, others: number): Promise<void> {
  const review = page.locator('main')
  await review.getByText('Engraved pieces are made to your order').waitFor()
  await page.getByRole('button', { name: /^Place order/ }).click()
  await page.waitForURL('**/en/order/confirmation')
  await page.getByText(`Engraving: ${TEXT}`).waitFor()

  const mail = await mailServer.waitFor(email)
  // An invisible space after each dot keeps mail clients from making links.
  const text = mail.text?.replaceAll('\u200b', '').replace(/\s+/g, ' ')
  t.match(text, `Engraving: ${TEXT}`)
  t.match(text, 'the right of withdrawal doesn’t apply')
  const path = `/admin/orders?q=${encodeURIComponent(email)}&fields=items.metadata`
  const { orders } = await shop.commerce.admin<{ orders: object[] }>(path)
  t.match(JSON.stringify(orders), `"engraving":"${TEXT}"`, 'staff see it at Packing')

  await page.goto('/en/order/withdraw')
  await page
    .getByText(/made specially for you/i)
    .first()
    .waitFor()
  t.equal(await page.getByRole('checkbox').count(), others, 'only the other pieces can be withdrawn')
}

t.test('a shopper engraves a ring, sees the text on the band, and finds it up to the email', async (t) => {
  const email = 'engraved@shopper.example'
  await visit(t, shop.url, async (page) => {
    await page.goto(RING)
    await hydrated(page)
    await page.getByText('Add engraving').click()
    await field(page).fill('Anna 😀 ©')
    await page.getByText('We can’t engrave 😀 and ©.').waitFor()
    await add(page)
    t.equal(await field(page).evaluate((input) => input === document.activeElement), true, 'the field is focused')
    t.equal(await cartDrawer(page).count(), 0, 'and nothing was added')

    await field(page).fill('я'.repeat(31))
    await page.getByText('That’s too long for this band.').waitFor()
    await page.getByText('Characters: 31 of 30').waitFor()

    await field(page).fill(` Анна  ❤️ Max, 12.08 `)
    await page.locator(`[data-preview="${TEXT}"]`).getByText(TEXT).first().waitFor()
    await page.getByText('the right of withdrawal doesn’t apply to it').waitFor()
    await add(page)
    const lines = cartDrawer(page).getByRole('list', { name: 'Cart items' })
    await lines.getByText(`Engraving: ${TEXT}`).waitFor()

    await page.goto(RING)
    await hydrated(page)
    await add(page)
    // The same ring without a text is another line.
    await lines.getByRole('listitem').nth(1).waitFor()
    await page.goto('/en/cart')
    await page.getByRole('list', { name: 'Cart items' }).getByText(`Engraving: ${TEXT}`).waitFor()
    await page.getByRole('link', { name: 'Checkout', exact: true }).click()
    await checkOut(page, { email })
    await order(t, page, email, 1)
  })
})

t.test('a shopper without JavaScript engraves a ring', async (t) => {
  const email = 'engraved-by-forms@shopper.example'
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await page.goto(RING)
    await page.getByText('Add engraving').click()
    await field(page).fill('Anna 😀')
    await add(page)
    await page.waitForURL('**/en/cart')
    await page.getByText('We can’t engrave 😀.').waitFor()

    await page.goto(RING)
    await page.getByText('Add engraving').click()
    await field(page).fill(TEXT)
    await add(page)
    await page.waitForURL('**/en/cart')
    await page.getByRole('list', { name: 'Cart items' }).getByText(`Engraving: ${TEXT}`).waitFor()
    await page.getByRole('link', { name: 'Checkout', exact: true }).click()
    await checkOut(page, { email, byForms: true })
    await order(t, page, email, 0)
  })
})

t.test('only a piece with room for a text offers an engraving', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/shop/product/round-stud-earrings')
    await hydrated(page)
    t.equal(await page.getByText('Add engraving').count(), 0)
  })
})
