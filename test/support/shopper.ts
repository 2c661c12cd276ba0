import type { Locator, Page } from 'playwright'

import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { hydrated } from '#test/support/browser.ts'
import { labelFor, type Choice } from '#test/support/categories.ts'

/** A shopper with a delivery address, in a country of the default region. */
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

/** Price and original price of a product, in hundredths, and as text of the English page. */
export function figuresOf({ variant }: Choice): { price: number; original: number; money: (amount: number) => string } {
  const price = variant.calculated_price
  if (!price) throw new Error('the piece has no price')
  return {
    price: price.calculated_amount,
    original: price.original_amount,
    money: (amount) => formatMoney(amount, price.currency_code, 'en'),
  }
}

/** On a product page: selects metal and size. */
export async function choose(page: Page, choice: Choice): Promise<void> {
  for (const { code } of choice.product.options) {
    const radio = page.getByRole('radio', { name: labelFor(choice, code), exact: true })
    if ((await radio.count()) > 0) await radio.check()
  }
}

/** The cart drawer. */
export function cartDrawer(page: Page, name = 'Cart'): Locator {
  return page.getByRole('dialog', { name, exact: true })
}

export interface Purchase {
  /** Recipient addresses of the shop's emails. */
  email?: string
  /** Shipping option as the English page names it. If absent, the last one of the list, which has a price. */
  delivery?: string
  payment?: string
  /** True if JavaScript is disabled. */
  byForms?: boolean
}

/** Goes from the first step of checkout to the last, with the forms of the English pages, up to "Place order". */
export async function checkOut(
  page: Page,
  { email, delivery, payment = 'Pay by invoice', byForms }: Purchase = {},
): Promise<void> {
  await page.waitForURL('**/en/checkout/contact')
  await fillContact(page, email)
  await goOn(page, 'address')
  await fillAddress(page, byForms)
  await goOn(page, 'delivery')
  const methods = page.getByRole('group', { name: 'Delivery method' })
  await (delivery === undefined ? methods.getByRole('radio').last() : methods.getByLabel(delivery)).check()
  await goOn(page, 'payment')
  await page.getByRole('group', { name: 'Payment' }).getByLabel(payment).check()
  await goOn(page, 'review')
}

/** Submits the form of a step, and waits for the next step. */
export async function goOn(page: Page, next: CheckoutStep): Promise<void> {
  await page.getByRole('button', { name: /^Continue to/ }).click()
  await page.waitForURL((url) => url.pathname.endsWith(`/checkout/${next}`))
  await page.locator('main:not([aria-busy]) h1').waitFor()
}

export async function fillContact(page: Page, email: string = SHOPPER.email): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
}

/** Delivery address. */
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
