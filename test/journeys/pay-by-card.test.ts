import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from 'playwright'
import t from 'tap'

import { ordersOf } from '#test/support/orders.ts'
import { captureOf } from '#test/support/paypal/orders.ts'
import { EMPTY_CARD, REFUSED_CARD, UNKNOWN_HOLDER_CARD } from '#test/support/paypal/pages.ts'
import {
  everyPaymentHasAnOrder,
  hasOneOrder,
  openPayPalShop,
  openPopup,
  visitToPay,
} from '#test/support/paypal/paypal-shop.ts'
import { until } from '#test/support/until.ts'

const GOOD_CARD = '4111 1111 1111 1111'

const world = await openPayPalShop(t, { CONTENT_DIR: contentWithLogos('PayPal, Visa, Mastercard') })
const { paypal, commerce } = world
for (const feature of ['card-fields', 'applepay', 'googlepay'] as const) paypal.features.add(feature)

t.test('a shopper pays by card without an account at PayPal, and has one order', async (t) => {
  await visitToPay(t, world, 'card@shopper.example', async (page) => {
    await page.goto('/en/checkout/payment?payment=choose')
    await page.getByRole('group', { name: 'Payment' }).getByLabel('Card or PayPal').check()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await typeCard(page, GOOD_CARD)
    await payByCard(page).click()
    await page.waitForURL('**/en/order/confirmation')
  })
  t.equal(captureOf(paypal.lastOrder())?.status, 'COMPLETED')
  t.same(Object.keys(paypal.lastOrder().payment_source), ['card'])
  await hasOneOrder(t, world, 'card@shopper.example')
})

t.test('a shopper who leaves out a part of the card is led to it, and nothing is sent to PayPal', async (t) => {
  const before = paypal.orders.length
  await visitToPay(t, world, 'forgetful@shopper.example', async (page) => {
    await typeCard(page, GOOD_CARD, '')
    await payByCard(page).click()
    await page.getByText('Please check the security code.').waitFor()
    t.equal(await page.evaluate(() => document.activeElement?.ariaLabel), 'Code of the card')
    t.notOk(await page.getByText('Please check the card number.').isVisible())
  })
  t.equal(paypal.orders.length, before + 1, 'only the order for an account')
})

for (const [how, pay, source] of [
  ['another one', payByGoodCard, 'card'],
  ['an account at PayPal', payByAccount, 'paypal'],
] as const) {
  t.test(`a shopper whose card is refused pays with ${how}`, async (t) => {
    const email = `refused-then-${source}@shopper.example`
    const body = async (page: Page) => {
      await typeCard(page, REFUSED_CARD)
      await payByCard(page).click()
      await page.getByText('Your card wasn’t accepted and you haven’t been charged').waitFor()
      await pay(page)
      await page.waitForURL('**/en/order/confirmation')
    }
    await visitToPay(t, world, email, body, { expected: [/status of 422/, /The card payment failed/] })
    t.same(Object.keys(paypal.lastOrder().payment_source), [source])
    await hasOneOrder(t, world, email)
  })
}

for (const [what, card] of [
  ['has no money', EMPTY_CARD],
  ['belongs to a person whom the bank does not recognize', UNKNOWN_HOLDER_CARD],
] as const) {
  t.test(`a shopper whose card ${what} is not charged, and chooses the payment again`, async (t) => {
    const email = `card-${card}@shopper.example`
    await visitToPay(
      t,
      world,
      email,
      async (page) => {
        await typeCard(page, card)
        await payByCard(page).click()
        await page.waitForURL('**/en/checkout/payment*')
        await page.getByText('Your payment wasn’t accepted').waitFor()
      },
      { expected: [/status of 402/] },
    )
    t.equal(captureOf(paypal.lastOrder()), undefined, 'no money was taken')
    t.equal((await ordersOf(commerce, email)).length, 0)
  })
}

t.test('a shopper whose page closes after the card was accepted opens it again and has the order', async (t) => {
  await visitToPay(
    t,
    world,
    'closed@shopper.example',
    async (page) => {
      const context = page.context()
      await page.route('**/checkout/confirming', (route) => route.abort())
      await typeCard(page, GOOD_CARD)
      await payByCard(page).click()
      await until(() => paypal.lastOrder().status === 'APPROVED')
      await page.close()
      const later = await context.newPage()
      await later.goto('/en/checkout/confirming')
      await later.waitForURL('**/en/order/confirmation')
    },
    { expected: [/checkout\/confirming \(net::ERR_FAILED\)/] },
  )
  await hasOneOrder(t, world, 'closed@shopper.example')
})

t.test('a double click on the button makes one payment and one order', async (t) => {
  await visitToPay(t, world, 'double@shopper.example', async (page) => {
    await typeCard(page, GOOD_CARD)
    await payByCard(page).dblclick()
    await page.waitForURL('**/en/order/confirmation')
  })
  const order = paypal.lastOrder()
  t.equal(paypal.calls.filter(({ step, id }) => step === 'confirm' && id === order.id).length, 1)
  await hasOneOrder(t, world, 'double@shopper.example')
})

t.test('a shopper pays with Google Pay', async (t) => {
  await visitToPay(t, world, 'google@shopper.example', async (page) => {
    await page.getByRole('button', { name: 'Google Pay' }).click()
    await page.waitForURL('**/en/order/confirmation')
  })
  t.same(paypal.lastOrder().payment_source, {})
  await hasOneOrder(t, world, 'google@shopper.example')
})

t.test('a shopper on an Apple device pays with Apple Pay', async (t) => {
  await visitToPay(t, world, 'apple@shopper.example', async (page) => {
    await page.addInitScript(addApplePay)
    await page.reload()
    await page.getByRole('button', { name: 'Apple Pay' }).click()
    await page.waitForURL('**/en/order/confirmation')
  })
  await hasOneOrder(t, world, 'apple@shopper.example')
})

t.test('afterwards there is no payment without an order', (t) => everyPaymentHasAnOrder(t, world))

function contentWithLogos(logos: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lumenite-content-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(import.meta.dirname, '../../content'), folder, { recursive: true })
  const file = join(folder, 'site.yml')
  const site = readFileSync(file, 'utf8')
  writeFileSync(file, site.replace(/(pp_paypal_paypal: )\[.*\]/, `$1[${logos}]`))
  return folder
}

async function typeCard(page: Page, number: string, code = '123'): Promise<void> {
  await page.getByLabel('Number of the card').fill(number)
  await page.getByLabel('Expiry of the card').fill('12/30')
  await page.getByLabel('Code of the card').fill(code)
}

async function payByGoodCard(page: Page): Promise<void> {
  await typeCard(page, GOOD_CARD)
  await payByCard(page).click()
}

async function payByAccount(page: Page): Promise<void> {
  const popup = await openPopup(page)
  await popup.getByRole('link', { name: 'Pay now' }).click()
}

function payByCard(page: Page) {
  return page.getByRole('button', { name: 'Pay by card' })
}

/** Runs in the browser: Apple's part of a payment, which is authorized at once. */
function addApplePay(): void {
  class ApplePaySession {
    static STATUS_SUCCESS = 0
    static STATUS_FAILURE = 1
    static canMakePayments = () => true
    static supportsVersion = () => true
    onvalidatemerchant?: (event: object) => void
    onpaymentauthorized?: (event: object) => void
    begin() {
      this.onvalidatemerchant?.({ validationURL: 'https://apple.example' })
    }
    abort() {}
    completeMerchantValidation() {
      this.onpaymentauthorized?.({ payment: { token: 'apple' } })
    }
    completePayment() {}
  }
  Object.assign(globalThis, { ApplePaySession })
}
