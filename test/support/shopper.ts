import type { Locator, Page } from 'playwright'

import { formatMoney } from '#shared/money/format-money.ts'

import { hydrated } from './browser.ts'
import { labelFor, type Choice } from './categories.ts'

export const SHOPPER = {
  // Unique, because a backend may be shared by test files and by retries.
  email: `ada-${process.pid}@shopper.example`,
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Address: '12 Engine Street',
  'ZIP code': '10001',
  State: 'New York',
  City: 'New York',
  Country: 'United States',
} as const

export function figuresOf({ variant }: Choice): { price: number; original: number; money: (amount: number) => string } {
  const price = variant.calculated_price
  if (!price) throw new Error('the piece has no price')
  return {
    price: price.calculated_amount,
    original: price.original_amount,
    money: (amount) => formatMoney(amount, price.currency_code, 'en'),
  }
}

export async function choose(page: Page, choice: Choice): Promise<void> {
  for (const { code } of choice.product.options) {
    const radio = page.getByRole('radio', { name: labelFor(choice, code), exact: true })
    if ((await radio.count()) > 0) await radio.check()
  }
}

export async function pressAddToCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
}

export function cartDrawer(page: Page, name = 'Cart'): Locator {
  return page.getByRole('dialog', { name, exact: true })
}

export interface Purchase {
  email?: string
  /** Shipping option as the English page names it. If absent, the last one of the list, which has a price. */
  delivery?: string
  payment?: string
  byForms?: boolean
}

export async function checkOut(
  page: Page,
  { email, delivery, payment = 'Pay by invoice', byForms }: Purchase = {},
): Promise<void> {
  await page.waitForURL('**/en/checkout/details')
  await fillContact(page, email)
  await fillAddress(page, byForms)
  await chooseDelivery(page, delivery)
  await goOn(page)
  await choosePayment(page, payment)
}

export async function chooseDelivery(page: Page, delivery?: string): Promise<void> {
  const methods = page.getByRole('group', { name: 'Delivery method' })
  await (delivery === undefined ? methods.getByRole('radio').last() : methods.getByLabel(delivery)).check()
}

export async function choosePayment(page: Page, payment: string): Promise<void> {
  const methods = page.getByRole('group', { name: 'Payment', exact: true })
  await methods.getByText(payment, { exact: true }).waitFor()
  if ((await methods.getByRole('radio').count()) > 0) await methods.getByLabel(payment).check()
}

export async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/checkout/payment'))
  await page.locator('main:not([aria-busy]) h1').waitFor()
}

export async function placeOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Place order/ }).click()
  await page.waitForURL('**/en/order/confirmation')
}

export async function fillContact(page: Page, email: string = SHOPPER.email): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
}

export async function fillAddress(page: Page, byForms = false): Promise<void> {
  const address = page.getByRole('group', { name: 'Delivery address' })
  await address.getByLabel('Country', { exact: true }).selectOption({ label: SHOPPER.Country })
  for (const label of ['First name', 'Last name', 'Address', 'City'] as const) {
    await address.getByLabel(label, { exact: true }).fill(SHOPPER[label])
  }
  // With JavaScript, the fields change with the country after hydration; without it, after the form is submitted. The
  // inline script sets the theme.
  const hasScripts = !byForms && (await page.locator('html[data-theme]').count()) > 0
  if (hasScripts) await hydrated(page)
  if (hasScripts) await address.getByLabel('State', { exact: true }).selectOption({ label: SHOPPER.State })
  else await address.getByLabel(/^(Province|State)/).fill(SHOPPER.State)
  await address.getByLabel(/^(ZIP|Postal) code/).fill(SHOPPER['ZIP code'])
}
