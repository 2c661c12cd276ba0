import type { FastifyInstance } from 'fastify'

import type { CartAnswer, ShippingOptionList } from '#shared/cart/cart.ts'
import { TestShopper } from '#test/server/shop-server.ts'
import { ADDRESS } from '#test/support/ready-cart.ts'

/** Orders `quantity` of each variant by invoice, from the given IP address. */
export async function tryOrder(
  app: FastifyInstance,
  email: string,
  variants: string | string[],
  quantity: number,
  from = '203.0.113.50',
  lang = 'en',
): Promise<{ status: number; body: unknown }> {
  const shopper = new TestShopper(app)
  const call = <Body>(method: 'GET' | 'POST', path: string, body?: object) =>
    shopper.call<Body>(method, `${path}?lang=${lang}`, body, { 'x-forwarded-for': from })
  const { body } = await call<CartAnswer>('POST', '/api/carts', {})
  const path = `/api/carts/${body.cart.id}`
  for (const variantId of [variants].flat())
    await call('POST', `${path}/line-items`, { variant_id: variantId, quantity })
  await call('POST', path, { email, shipping_address: ADDRESS })
  const { body: offers } = await call<ShippingOptionList>('GET', `${path}/shipping-options`)
  await call('POST', `${path}/shipping-methods`, { option_id: offers.shipping_options[0]?.id })
  await call('POST', `${path}/payment-sessions`, { provider_id: 'pp_system_default' })
  return call('POST', `${path}/complete`, {})
}
