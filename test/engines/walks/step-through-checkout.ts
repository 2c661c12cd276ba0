import { equal, match } from 'node:assert/strict'

import { findRing } from '#test/support/categories.ts'
import { SHOPPER } from '#test/support/shopper.ts'

import type { ShopperPage } from '../shopper-page.ts'
import { arrive, checkOut, fillAddress, goOn } from './steps.ts'

export async function stepThroughCheckout(shopper: ShopperPage, origin: string): Promise<void> {
  const ring = await findRing(origin)
  await shopper.open(`/en/shop/product/${ring.product.handle}`)
  await shopper.page.evaluate(async (variant_id) => {
    const body = JSON.stringify({ variant_id, quantity: 1 })
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/carts/current/line-items', { method: 'POST', headers, body })
  }, ring.variant.id)
  await shopper.page.open(`${origin}/en/checkout`)
  await checkOut(shopper, SHOPPER.email)
  await shopper.page.back()
  await arrive(shopper, 'details')
  equal((await shopper.see({ label: 'Email' })).value, SHOPPER.email)
  const city = { css: '[name="shipping_address.city"]' }
  equal((await shopper.see(city)).value, SHOPPER.City)

  await shopper.typeInto(city, 'Boston')
  await shopper.page.reload()
  await arrive(shopper, 'details')
  await shopper.waitFor(
    () => document.querySelector<HTMLInputElement>('[name="shipping_address.city"]')?.value === 'Boston',
    null,
  )
  await shopper.select({ css: '[name="shipping_address.country_code"]' }, 'United Kingdom')
  const code = { css: '[name="shipping_address.postal_code"]' }
  await shopper.see({ label: 'Town or city' })
  await shopper.typeInto(code, '95014')
  await shopper.click({ role: 'button', name: /^Continue/ })
  await shopper.see({ role: 'alert', within: { css: 'main' } })
  const wrong = await shopper.see(code)
  equal(wrong.attributes['aria-invalid'], 'true')
  await shopper.click({ role: 'link', name: /^Postal code: / })
  equal((await shopper.see(code)).isFocused, true, 'the summary of the errors leads to the field')
  match(
    await shopper.text({ css: `[id="${wrong.attributes['aria-describedby']}"]` }),
    /^Please enter a valid code, such as/,
  )

  await fillAddress(shopper)
  await goOn(shopper)
  await shopper.page.open(`${origin}/en/checkout`)
  await arrive(shopper, 'payment')
}
