import type { Locator, Page } from 'playwright'

import { formatMoney } from '#shared/money/format-money.ts'
import { wordFor, type Choice } from '#test/support/shelf.ts'

/** Somebody who buys, and where it goes; a country of the default region. */
export const SHOPPER = {
  // A backend may be shared by test files, and by a second try of one.
  email: `ada-${process.pid}@shopper.example`,
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Address: '12 Engine Street',
  'Postal code': '10001',
  City: 'New York',
  Country: 'United States',
} as const

/** What one of a piece costs and cost before, in hundredths, and how it is written on the English page. */
export function figuresOf({ variant }: Choice): { price: number; original: number; money: (amount: number) => string } {
  const price = variant.calculated_price
  if (!price) throw new Error('the piece has no price')
  return {
    price: price.calculated_amount,
    original: price.original_amount,
    money: (amount) => formatMoney(amount, price.currency_code, 'en'),
  }
}

/** On the page of a piece: ticks its metal and its size. */
export async function choose(page: Page, choice: Choice): Promise<void> {
  for (const { code } of choice.product.options) {
    const radio = page.getByRole('radio', { name: wordFor(choice, code), exact: true })
    if ((await radio.count()) > 0) await radio.check()
  }
}

/** The drawer of the cart. */
export function cartDrawer(page: Page, name = 'Cart'): Locator {
  return page.getByRole('dialog', { name, exact: true })
}

/** On the checkout page: who buys, and where it goes. */
export async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(SHOPPER.email)
  const address = page.getByRole('group', { name: 'Delivery address' })
  for (const label of ['First name', 'Last name', 'Address', 'City'] as const) {
    await address.getByLabel(label, { exact: true }).fill(SHOPPER[label])
  }
  await address.getByLabel('Postal code').fill(SHOPPER['Postal code'])
  await address.getByLabel('Country', { exact: true }).selectOption({ label: SHOPPER.Country })
}
