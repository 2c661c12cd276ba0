import type { Page } from 'playwright'
import t from 'tap'

import { goTo, mainText, seeHeading, visit } from '#test/support/browser.ts'
import { ordersOf } from '#test/support/orders.ts'
import { captureOf, type Order } from '#test/support/paypal/orders.ts'
import {
  everyPaymentHasAnOrder,
  hasOneOrder,
  openPayPalShop,
  openPopup,
  payPalButton,
  TO_PAYPAL,
  visitToPay,
} from '#test/support/paypal/paypal-shop.ts'
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
    await seeHeading(page, 'Thank you')
    const confirmed = await mainText(page)
    t.match(confirmed, /Order status\s+Paid/i)
    t.match(confirmed, /Paid with PayPal: \$[\d,.]+\d\. There’s nothing more to pay\./)
    t.match(confirmed, /Estimated arrival\s+\w+ \d+\s\w+ – \w+ \d+\s\w+/i)
    t.notMatch(confirmed, /(?<!Download )invoice|If we receive your payment/)
  })
  t.equal(captureOf(paypal.lastOrder())?.status, 'COMPLETED')
  await hasOneOrder(t, world, 'paid@shopper.example')
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
      if (javaScriptEnabled) {
        const logos = page.getByRole('list', { name: 'Payment methods' }).getByRole('img')
        await logos.first().waitFor()
        const names = await logos.evaluateAll((all) => all.map((logo) => logo.getAttribute('aria-label')))
        t.same(names, ['PayPal'], 'the logos of the payment methods of the region, and no others')
      }
      await page.getByRole('link', { name: 'Pay with PayPal' }).click()
      await page.waitForURL('**/en/checkout/payment?payment=paypal')
      await page.getByRole('button', { name: javaScriptEnabled ? /^Continue to PayPal/ : /^Place order/ }).waitFor()
    })
  }
})

t.test(
  'a shopper who cancels at PayPal, and whose card is declined then, keeps the cart and pays in a new session',
  async (t) => {
    await visitToPay(
      t,
      world,
      'declined@shopper.example',
      async (page) => {
        const refused = paypal.lastOrder()
        const canceled = await openPopup(page)
        await canceled.getByRole('link', { name: 'Cancel' }).click()
        await page.getByText('Your payment was cancelled and you haven’t been charged').waitFor()
        t.equal(captureOf(refused), undefined)
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
    await hasOneOrder(t, world, 'declined@shopper.example')
  },
)

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
  await hasOneOrder(t, world, 'blocked@shopper.example')
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
  await hasOneOrder(t, world, 'plain@shopper.example')
})

t.test('a shopper whose page closes while PayPal is down opens it again, waits and pays once', async (t) => {
  const body = async (page: Page) => {
    // As often as the backend tries in one request, so that the page has to retry.
    paypal.fail('capture', 500, 500, 500)
    const popup = await openPopup(page)
    const context = page.context()
    await page.close()
    await popup.getByRole('link', { name: 'Pay now' }).click()
    await until(() => paypal.lastOrder().status === 'APPROVED')
    const later = await context.newPage()
    await later.goto('/en/checkout/confirming')
    await later.getByRole('heading', { name: 'We’re confirming your payment' }).waitFor()
    await later.waitForURL('**/en/order/confirmation', { timeout: 30_000 })
  }
  await visitToPay(t, world, 'patient@shopper.example', body, { expected: [/status of 409/] })
  const order = paypal.lastOrder()
  t.equal(paypal.calls.filter(({ step, id }) => step === 'capture' && id === order.id).length, 4)
  await hasOneOrder(t, world, 'patient@shopper.example')
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
    await seeHeading(page, 'Thank you')
  })
  await hasOneOrder(t, world, 'told@shopper.example')
})

t.test('double clicks in two windows at once make one order', async (t) => {
  await visitToPay(t, world, 'twice@shopper.example', async (page) => {
    await goTo(page, '/en/checkout/payment?payment=choose')
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
  await hasOneOrder(t, world, 'twice@shopper.example')
})

t.test('afterwards there is no payment without an order', (t) => everyPaymentHasAnOrder(t, world))

function returnUrlOf(order: Order): string {
  return order.payment_source.paypal?.experience_context?.return_url ?? ''
}

async function notify({ body, headers }: ReturnType<typeof makeEvent>): Promise<void> {
  const answer = await fetch(`${commerce.medusaUrl}/hooks/payment/paypal_paypal`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`the webhook was answered ${answer.status}`)
}
