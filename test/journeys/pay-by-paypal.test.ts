import t, { type Test } from 'tap'

import { findStranded } from '#server/cli/stranded-payments/find-stranded.ts'
import { createAdminClient } from '#server/medusa/admin/admin-client.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { ordersOf } from '#test/support/orders.ts'
import { captureOf, type Order } from '#test/support/paypal/orders.ts'
import { openPayPalShop, openPopup, payPalButton, TO_PAYPAL, visitToPay } from '#test/support/paypal/paypal-shop.ts'
import { SHOP_ORIGIN } from '#test/support/paypal/stand-in.ts'
import { makeEvent } from '#test/support/paypal/webhooks.ts'
import { choosePayment, fillAddress, fillContact, goOn } from '#test/support/shopper.ts'
import { until } from '#test/support/until.ts'

const world = await openPayPalShop(t)
const { paypal, commerce } = world

t.test('a shopper pays by PayPal’s button, and has one order', async (t) => {
  await visitToPay(t, world, 'paid@shopper.example', async (page) => {
    const popup = await openPopup(page)
    await popup.getByRole('link', { name: 'Pay now' }).click()
    await page.waitForURL('**/en/order/confirmation')
    await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
    const confirmed = await page.locator('main').innerText()
    t.match(confirmed, /Order status\s+Paid/i)
    t.match(confirmed, /Paid with PayPal: \$[\d,.]+\d\. There’s nothing more to pay\./)
    t.match(confirmed, /Estimated arrival\s+\w+ \d+\s\w+ – \w+ \d+\s\w+/i)
    t.notMatch(confirmed, /(?<!Download )invoice|If we receive your payment/)
  })
  t.equal(captureOf(paypal.lastOrder())?.status, 'COMPLETED')
  await hasOneOrder(t, 'paid@shopper.example')
  const script = new URL(paypal.calls.find(({ step }) => step === 'script')?.text ?? '', 'https://x')
  t.match(Object.fromEntries(script.searchParams), {
    'client-id': paypal.clientId,
    currency: 'USD',
    locale: /^en_[A-Z]{2}$/,
    intent: 'capture',
    'enable-funding': 'paypal,applepay',
    commit: 'true',
    debug: 'false',
  })
})

t.test('a shopper goes to PayPal from the product page and from the cart', async (t) => {
  for (const javaScriptEnabled of [true, false]) {
    await visit(t, SHOP_ORIGIN, { browser: world.browser, expected: TO_PAYPAL, javaScriptEnabled }, async (page) => {
      await page.goto('/en/shop/product/plain-wedding-band?metal=yellow-gold&size=6')
      await page.getByRole('button', { name: 'Buy with PayPal' }).click()
      await page.waitForURL('**/en/checkout/details?payment=paypal')
      await fillContact(page, 'express@shopper.example')
      await fillAddress(page, !javaScriptEnabled)
      await goOn(page)
      t.equal(await page.getByRole('radio', { name: 'PayPal' }).isChecked(), true)

      await page.goto('/en/cart')
      await page.getByRole('link', { name: 'Pay with PayPal' }).click()
      await page.waitForURL('**/en/checkout/payment?payment=paypal')
      await page.getByRole('button', { name: javaScriptEnabled ? /^Continue to PayPal/ : /^Place order/ }).waitFor()
    })
  }
})

t.test('a shopper sees the logos of the payment methods of their region under the cart, and no others', async (t) => {
  await visitToPay(t, world, 'logos@shopper.example', async (page) => {
    await page.goto('/en/cart')
    const logos = page.getByRole('list', { name: 'Payment methods' }).getByRole('img')
    await logos.first().waitFor()
    t.same(await logos.evaluateAll((all) => all.map((logo) => logo.getAttribute('aria-label'))), ['PayPal'])
  })
})

t.test('a shopper who cancels at PayPal keeps the cart, and pays later', async (t) => {
  await visitToPay(t, world, 'cancelled@shopper.example', async (page) => {
    const popup = await openPopup(page)
    await popup.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('Your payment was cancelled and you haven’t been charged').waitFor()
    t.equal((await ordersOf(commerce, 'cancelled@shopper.example')).length, 0)
    t.equal(captureOf(paypal.lastOrder()), undefined)
    const again = await openPopup(page)
    await again.getByRole('link', { name: 'Pay now' }).click()
    await page.waitForURL('**/en/order/confirmation')
  })
  await hasOneOrder(t, 'cancelled@shopper.example')
})

t.test('a shopper whose card is declined tries another one, in a new session', async (t) => {
  await visitToPay(
    t,
    world,
    'declined@shopper.example',
    async (page) => {
      const refused = paypal.lastOrder()
      const popup = await openPopup(page)
      await popup.getByRole('link', { name: 'Pay with an empty card' }).click()
      await page.waitForURL('**/en/checkout/payment*')
      await page.getByText('Your payment wasn’t accepted').waitFor()
      t.equal((await ordersOf(commerce, 'declined@shopper.example')).length, 0)
      await choosePayment(page, 'PayPal')
      await page.getByRole('button', { name: /^Continue to PayPal/ }).click()
      const again = await openPopup(page)
      t.not(paypal.lastOrder().id, refused.id)
      await again.getByRole('link', { name: 'Pay now' }).click()
      await page.waitForURL('**/en/order/confirmation')
    },
    { expected: [/status of 402/] },
  )
  await hasOneOrder(t, 'declined@shopper.example')
})

t.test('a shopper whose browser blocks PayPal’s script pays on PayPal’s own page', async (t) => {
  paypal.fail('script', 500, 500)
  await visitToPay(
    t,
    world,
    'blocked@shopper.example',
    async (page) => {
      await page.getByText('The PayPal button doesn’t work in this browser').waitFor()
      await page.getByRole('link', { name: 'Continue to PayPal' }).click()
      await page.getByRole('link', { name: 'Pay now' }).click()
      await page.waitForURL('**/en/order/confirmation')
    },
    {
      expected: [
        /sdk\/js\?.*status of 500|status of 500/,
        /Failed to load PayPal SDK/,
        /PayPal SDK not available, checkout may be limited/,
      ],
    },
  )
  await hasOneOrder(t, 'blocked@shopper.example')
})

t.test('a shopper without JavaScript pays on PayPal’s own page, or comes back from it', async (t) => {
  await visitToPay(t, world, 'plain@shopper.example', async (page) => {
    const { browser } = world
    const state = await page.context().storageState()
    const context = await browser.newContext({ baseURL: SHOP_ORIGIN, storageState: state, javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto('/en/checkout/payment')
    await plain.getByRole('link', { name: 'Change payment method' }).click()
    await choosePayment(plain, 'PayPal')
    await plain.getByRole('button', { name: /^(Place order|Continue to PayPal)/ }).click()
    await plain.getByRole('link', { name: 'Continue to PayPal' }).click()
    await plain.getByRole('link', { name: 'Cancel' }).click()
    await plain.getByText('Your payment was cancelled and you haven’t been charged').waitFor()
    await plain.getByRole('link', { name: 'Continue to PayPal' }).click()
    await plain.getByRole('link', { name: 'Pay now' }).click()
    await plain.getByRole('button', { name: 'Confirm order' }).click()
    await plain.waitForURL('**/en/order/confirmation')
    await context.close()
  })
  await hasOneOrder(t, 'plain@shopper.example')
})

t.test('a shopper whose page closes after the approval opens it again and has the order', async (t) => {
  await visitToPay(t, world, 'resumed@shopper.example', async (page) => {
    const popup = await openPopup(page)
    const context = page.context()
    await page.close()
    await popup.getByRole('link', { name: 'Pay now' }).click()
    await until(() => paypal.lastOrder().status === 'APPROVED')
    const later = await context.newPage()
    await later.goto('/en/checkout/confirming')
    await later.waitForURL('**/en/order/confirmation')
  })
  await hasOneOrder(t, 'resumed@shopper.example')
})

t.test('a shopper waits while PayPal is down, and is not sent back to pay twice', async (t) => {
  await visitToPay(
    t,
    world,
    'patient@shopper.example',
    async (page) => {
      // As often as the backend tries in one request, so that the page has to retry.
      paypal.fail('capture', 500, 500, 500)
      const popup = await openPopup(page)
      await popup.getByRole('link', { name: 'Pay now' }).click()
      await page.getByRole('heading', { name: 'We’re confirming your payment' }).waitFor()
      await page.waitForURL('**/en/order/confirmation', { timeout: 30_000 })
    },
    { expected: [/status of 409/] },
  )
  const order = paypal.lastOrder()
  t.equal(paypal.calls.filter(({ step, id }) => step === 'capture' && id === order.id).length, 4)
  await hasOneOrder(t, 'patient@shopper.example')
})

t.test('the webhook of PayPal arrives before the shopper returns, and the order exists already', async (t) => {
  await visitToPay(t, world, 'told@shopper.example', async (page) => {
    await payPalButton(page).waitFor()
    const order = paypal.lastOrder()
    paypal.approve(order)
    await notify(makeEvent(paypal, 'CHECKOUT.ORDER.APPROVED', order))
    await until(() => captureOf(order), 30_000)
    await page.goto(returnUrlOf(order))
    await page.waitForURL('**/en/order/confirmation')
    await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
  })
  await hasOneOrder(t, 'told@shopper.example')
})

t.test('double clicks in two windows at once make one order', async (t) => {
  await visitToPay(t, world, 'twice@shopper.example', async (page) => {
    await page.goto('/en/checkout/payment?payment=choose')
    await hydrated(page)
    await choosePayment(page, 'PayPal')
    await page.getByRole('button', { name: /^Continue to PayPal/ }).dblclick()
    const popup = await openPopup(page)
    const order = paypal.lastOrder()
    const other = await page.context().newPage()
    await popup.getByRole('link', { name: 'Pay now' }).click()
    await Promise.all([
      page.waitForURL('**/en/order/confirmation'),
      other.goto(returnUrlOf(order)).then(() => other.waitForURL('**/en/order/confirmation')),
    ])
    t.equal(paypal.orders.filter((one) => captureOf(one)?.custom_id === captureOf(order)?.custom_id).length, 1)
  })
  await hasOneOrder(t, 'twice@shopper.example')
})

t.test('afterwards there is no payment without an order', async (t) => {
  const admin = createAdminClient({ baseUrl: commerce.medusaUrl, auth: { apiKey: commerce.adminKey } })
  t.teardown(() => admin.close())
  t.same(await findStranded(admin, { since: new Date(0), until: new Date(), priceUnit: 'major' }), [])
  t.same(paypal.refunds, [])
})

function returnUrlOf(order: Order): string {
  return order.payment_source.paypal?.experience_context?.return_url ?? ''
}

async function notify({ body, headers }: ReturnType<typeof makeEvent>): Promise<void> {
  const answer = await fetch(`${commerce.medusaUrl}/hooks/payment/paypal_paypal`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`the webhook was answered ${answer.status}`)
}

async function hasOneOrder(t: Test, email: string): Promise<void> {
  const orders = await until(async () => {
    const found = await ordersOf(commerce, email)
    return found.length > 0 && found
  })
  t.equal(orders.length, 1, 'one order')
}
