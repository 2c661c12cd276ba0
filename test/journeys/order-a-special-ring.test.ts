import type { Page } from 'playwright'
import t, { type Test } from 'tap'

import { deliveryDays, writeDays } from '#shared/delivery/delivery-days.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { goTo, hydrated, journey, reload, seeHeading, visit } from '#test/support/browser.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { cartDrawer, checkOut, fillAddress, fillContact, goOn, placeOrder } from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const shop = await startOwnShop(t, {
  env: { ...mailServer.env, UNPAID_ORDER_LIMITS: 'off' },
})
const RING = '/en/shop/product/plain-wedding-band?metal=rose-gold&size=6'
const TEXT = 'Анна ♥ Max, 12.08'
const RARE_RING = '/shop/product/round-solitaire-ring?metal=white-gold'
const LEAD_DAYS = 15
const COUNTRY = { name: 'user_country', value: 'US', url: shop.url }
const field = (page: Page) => page.getByLabel(/^Engraving/)
const add = (page: Page) => page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
const CARD = 'С юбилеем, Анна!\nMax'
const [STANDARD, EXPRESS] = [
  { from: 5, to: 8 },
  { from: 2, to: 3 },
]

const lastDay = (days: typeof STANDARD) => deliveryDays(new Date(), days, shop.app.site.workshop).latest
const dayText = (day: string) => writeDays({ earliest: day, latest: day }, 'en')
const dayField = (page: Page) => page.getByLabel('Needed by')
const methods = (page: Page) => page.getByRole('group', { name: 'Delivery method' })

async function openDetails(page: Page, email: string): Promise<void> {
  await page.goto(RING)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
  // In the drawer, or without JavaScript on the page of the cart.
  await page.getByRole('link', { name: 'Checkout', exact: true }).click()
  await page.waitForURL('**/en/checkout/details')
  await fillContact(page, email)
}

async function wrap(page: Page): Promise<void> {
  await page.getByText('This is a gift').click()
  await page.getByLabel('Gift wrap').check()
  await page.getByLabel('No prices in the parcel').check()
  await page.getByLabel('Message on the card').fill(CARD)
}

async function orderGift(t: Test, page: Page, email: string, day: string): Promise<void> {
  const main = page.getByRole('main')
  const parts = ['Gift wrap', 'No prices in the parcel', /С юбилеем, Анна!\s+Max/, `Needed by ${dayText(day)}`]
  for (const part of parts) await main.getByText(part).waitFor()
  await placeOrder(page)
  for (const part of parts) await main.getByText(part).waitFor()

  const { text = '' } = await mailServer.waitFor(email)
  for (const part of parts) t.match(text, part)
  const path = `/admin/orders?q=${encodeURIComponent(email)}&fields=metadata`
  const { orders } = await shop.commerce.admin<{ orders: object[] }>(path)
  const gift = { wrap: true, message: CARD, hide_prices: true, needed_by: day }
  t.match(orders, [{ metadata: { gift } }], 'staff see it at Packing')
}

t.test('a shopper gives a ring: wrapped, with a card, without prices, and in time', async (t) => {
  const email = 'giver@shopper.example'
  await visit(t, shop.url, { expected: [/status of 400/] }, async (page) => {
    await openDetails(page, email)
    await hydrated(page)
    await fillAddress(page)
    await wrap(page)
    await page.getByText('I need it by a certain date').click()
    await methods(page).getByLabel('Standard delivery').check()

    await dayField(page).fill('2020-02-20')
    await page.getByText(`The earliest date we can deliver by is ${dayText(lastDay(EXPRESS))}.`).waitFor()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    const summary = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ has: page.getByRole('list') })
    await summary.getByRole('link', { name: 'Needed by' }).waitFor()
    t.equal(await page.getByLabel('Message on the card').inputValue(), CARD, 'nothing is lost')

    await dayField(page).fill(lastDay(EXPRESS))
    await methods(page).getByText('Too late for your date').waitFor()
    t.equal(await methods(page).getByLabel('Standard delivery').isDisabled(), true)
    t.equal(await methods(page).getByLabel('Express').isChecked(), true, 'a method that is in time is selected')
    await reload(page)
    t.equal(await page.getByLabel('Message on the card').inputValue(), CARD, 'a reload keeps what was typed')
    await goOn(page)
    await orderGift(t, page, email, lastDay(EXPRESS))
  })
})

t.test('a shopper without JavaScript gives a ring, and is told of a date that is too early', async (t) => {
  const email = 'giver-by-forms@shopper.example'
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await openDetails(page, email)
    await fillAddress(page, true)
    await wrap(page)
    await methods(page).getByLabel('Standard delivery').check()
    await page.getByText('I need it by a certain date').click()
    await dayField(page).fill(lastDay(EXPRESS))
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page
      .getByText(`Please choose ${dayText(lastDay(STANDARD))} or later, or a faster method.`)
      .first()
      .waitFor()
    t.equal((await page.getByLabel('Message on the card').inputValue()).replace('\r', ''), CARD, 'nothing is lost')
    await dayField(page).fill(lastDay(STANDARD))
    await goOn(page)
    await orderGift(t, page, email, lastDay(STANDARD))
  })
})

async function orderEngraved(t: Test, page: Page, email: string, others: number): Promise<void> {
  const review = page.locator('main')
  await review.getByText('Engraved pieces are made to your order').waitFor()
  await placeOrder(page)
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
    await goTo(page, RING)
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

    await goTo(page, RING)
    await add(page)
    // The same ring without a text is another line.
    await lines.getByRole('listitem').nth(1).waitFor()
    await page.goto('/en/cart')
    await page.getByRole('list', { name: 'Cart items' }).getByText(`Engraving: ${TEXT}`).waitFor()
    await page.getByRole('link', { name: 'Checkout', exact: true }).click()
    await checkOut(page, { email })
    await orderEngraved(t, page, email, 1)
  })
})

t.test('a shopper without JavaScript engraves a ring', async (t) => {
  const email = 'engraved-by-forms@shopper.example'
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/en/shop/product/round-stud-earrings')
    t.equal(await page.getByText('Add engraving').count(), 0, 'only a piece with room for a text offers it')
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
    await orderEngraved(t, page, email, 0)
  })
})

journey(
  t,
  'a size that is made to order has its later date from the product page to the confirmation',
  shop.url,
  async (page) => {
    await page.context().addCookies([COUNTRY])
    await goTo(page, `/en${RARE_RING}`)
    await sizeOf(page, '7').check()
    const product = page.getByRole('main')
    await product.getByText('In stock').waitFor()
    await toDates(page)
    await product.getByText(arrival('en', 0)).first().waitFor()

    await sizeOf(page, '10.5').check()
    await product.getByText('Made to order: ready to ship in 15 working days').waitFor()
    await product.getByText(arrival('en')).first().waitFor()
    await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()

    const drawer = cartDrawer(page)
    await drawer.getByText('Made to order', { exact: true }).waitFor()
    await drawer.getByText(arrival('en')).waitFor()
    await page.goto('/en/cart')
    await page.getByRole('main').getByText('Made to order', { exact: true }).waitFor()
    await page.getByRole('main').getByText(arrival('en')).waitFor()

    await page.goto('/en/checkout/details')
    await checkOut(page, { delivery: 'Standard delivery' })
    await page.getByText(`${arrival('en')}, if you pay as soon as you get our bank details`).waitFor()
    await placeOrder(page)
    await seeHeading(page, 'Thank you')
    await page.getByRole('main').getByText(arrival('en')).waitFor()
  },
)

journey(
  t,
  '21 sizes are easy to hit on a phone, in both languages',
  shop.url,
  { viewport: { width: 390, height: 844 } },
  async (page, t) => {
    await page.context().addCookies([COUNTRY])
    for (const [locale, name, size] of [
      ['en', 'Size', '3.5'],
      ['ru', 'Размер', '14,5'],
    ] as const) {
      await goTo(page, `/${locale}${RARE_RING}`)
      const cells = page.getByRole('group', { name }).locator('label')
      const boxes = await Promise.all((await cells.all()).map((cell) => cell.boundingBox()))
      t.equal(boxes.length, 21)
      t.equal(new Set(boxes.map((box) => Math.round(box?.width ?? 0))).size, 1, 'all cells are equally wide')
      t.ok(boxes.every((box) => box && box.width >= 44 && box.height >= 44))
      await sizeOf(page, size).check()
      await toDates(page)
      await page.getByRole('main').getByText(arrival(locale)).first().waitFor()
    }
    await page.getByText('Под заказ: изготовим за 15 рабочих дней').waitFor()
  },
)

/** The dates are loaded once they are near. */
async function toDates(page: Page): Promise<void> {
  await page.getByRole('main').locator('[data-popup=delivery]').scrollIntoViewIfNeeded()
}

function sizeOf(page: Page, name: string) {
  return page.getByRole('radio', { name, exact: true })
}

function arrival(locale: Locale, leadDays = LEAD_DAYS): string {
  return writeDays(deliveryDays(new Date(), STANDARD, shop.app.site.workshop, leadDays), locale)
}
