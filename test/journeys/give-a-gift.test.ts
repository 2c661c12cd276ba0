import type { Page } from 'playwright'
import t, { type Test } from 'tap'

import { deliveryDays, writeDays } from '#shared/delivery/delivery-days.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { fillAddress, fillContact, goOn } from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const shop = await startOwnShop(t, {
  env: { ...mailServer.env, UNPAID_ORDER_LIMITS: 'off' },
})
const RING = '/en/shop/product/plain-wedding-band?metal=rose-gold&size=6'
const CARD = 'С юбилеем, Анна!\nMax'
/** Delivery days of the sample shop's methods. */
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

/** Chooses every gift option. */
async function wrap(page: Page): Promise<void> {
  await page.getByText('This is a gift').click()
  await page.getByLabel('Gift wrap').check()
  await page.getByLabel('No prices in the parcel').check()
  await page.getByLabel('Message on the card').fill(CARD)
}

/** Places the order from the payment page, and checks every place that names the gift options. */
async function order(t: Test, page: Page, email: string, day: string): Promise<void> {
  const main = page.getByRole('main')
  const parts = ['Gift wrap', 'No prices in the parcel', /С юбилеем, Анна!\s+Max/, `Needed by ${dayText(day)}`]
  for (const part of parts) await main.getByText(part).waitFor()
  await page.getByRole('button', { name: /^Place order/ }).click()
  await page.waitForURL('**/en/order/confirmation')
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
    await page.reload()
    await hydrated(page)
    t.equal(await page.getByLabel('Message on the card').inputValue(), CARD, 'a reload keeps what was typed')
    await goOn(page)
    await order(t, page, email, lastDay(EXPRESS))
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
    await order(t, page, email, lastDay(STANDARD))
  })
})
