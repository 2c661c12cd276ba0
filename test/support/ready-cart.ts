import type { Cart, CartAnswer, CreatePaymentSession, ShippingOptionList } from '#shared/cart/cart.ts'

export type CallApi = (method: 'GET' | 'POST', url: string, body?: object) => Promise<{ status: number; body: unknown }>

export interface ReadyCartOptions {
  variantId: string
  email: string
  provider?: string
  funding?: CreatePaymentSession['funding']
}

export const ADDRESS = {
  first_name: 'Anna',
  last_name: 'Orlova',
  address_1: 'Lindenstr. 4',
  city: 'Berlin',
  postal_code: '10969',
  country_code: 'DE',
}

export async function readyCart(
  call: CallApi,
  { variantId, email, provider, funding }: ReadyCartOptions,
): Promise<Cart> {
  const { cart } = await done<CartAnswer>(call('POST', '/api/carts', {}))
  const path = `/api/carts/${cart.id}`
  await done(call('POST', `${path}/line-items`, { variant_id: variantId, quantity: 1 }))
  await done(call('POST', path, { email, shipping_address: ADDRESS }))
  const { shipping_options } = await done<ShippingOptionList>(call('GET', `${path}/shipping-options`))
  await done(call('POST', `${path}/shipping-methods`, { option_id: shipping_options[0]?.id }))
  const provider_id = provider ?? 'pp_system_default'
  return (await done<CartAnswer>(call('POST', `${path}/payment-sessions`, { provider_id, funding }))).cart
}

async function done<Body>(call: Promise<{ status: number; body: unknown }>): Promise<Body> {
  const { status, body } = await call
  if (status !== 200) throw new Error(`the shop answered ${status}: ${JSON.stringify(body)}`)
  return body as Body
}
