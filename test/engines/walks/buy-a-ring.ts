import { equal, match } from 'node:assert/strict'

import { findRing, labelFor } from '#test/support/categories.ts'
import { figuresOf, SHOPPER } from '#test/support/shopper.ts'

import type { ShopperPage } from '../shopper-page.ts'
import { checkOut, see } from './steps.ts'

export async function buyARing(shopper: ShopperPage, origin: string, email: string): Promise<number> {
  const ring = await findRing(origin)
  const { price, original, money } = figuresOf(ring)
  const { title } = ring.product

  await shopper.open('/en')
  await shopper.click({ role: 'link', name: 'Rings', within: { css: 'header nav' } })
  // The address changes before the page does, and the home page shows the ring too.
  await shopper.arriveAt('/en/shop/rings')
  await shopper.see({ css: 'h1', text: 'Rings' })
  await shopper.click({ role: 'link', name: title })
  // The product card in the listing has the same heading.
  await shopper.see({ css: 'h1', text: title })
  for (const { code } of ring.product.options) {
    const radio = { role: 'radio', name: labelFor(ring, code) }
    if ((await shopper.find(radio)).count > 0) await shopper.click(radio)
  }
  match(await shopper.path(), new RegExp(`metal=${ring.variant.options['metal']}`))
  await shopper.click({ role: 'button', name: 'Add to cart' })

  const drawer = { role: 'dialog', name: 'Cart' }
  const line = { css: 'li', within: { role: 'list', name: 'Cart items', within: drawer } }
  match(await shopper.text(line), labelForText(labelFor(ring, 'metal')))
  match(await shopper.text(line), labelForText(labelFor(ring, 'size')))
  await shopper.click({ role: 'button', name: `Increase quantity of ${title}`, within: drawer })
  await shopper.see({ label: 'Total', text: money(2 * price), within: drawer })
  equal(await shopper.text({ label: 'Quantity', within: drawer }), '2')
  equal(await shopper.text({ label: 'You save', within: drawer }), money(2 * (original - price)))
  await shopper.click({ role: 'link', name: 'Checkout', within: drawer })

  await checkOut(shopper, email)
  const total = await shopper.text({ label: 'Total' })
  equal(await shopper.text({ label: 'Subtotal' }), money(2 * price))
  await shopper.click({ role: 'button', name: /^Place order/ })
  await see(shopper, '/en/order/confirmation', /^Thank you/)
  equal(await shopper.text({ label: 'Total' }), total)
  await shopper.page.reload()
  await see(shopper, '/en/order/confirmation', /^Thank you/)
  equal(await shopper.text({ label: 'Total' }), total, 'a reload keeps it')
  const page = await shopper.text({ css: 'main' })
  match(page, labelForText(title))
  match(page, labelForText(SHOPPER['First name']))
  return Number(/Order #?(\d+)/i.exec(page)?.[1])
}

function labelForText(text: string): RegExp {
  return new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
}
