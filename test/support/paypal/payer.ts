import type { Backend } from '#test/support/commerce.ts'

export type Payer = Awaited<ReturnType<typeof makePayer>>

export const PAYPAL = 'pp_paypal_paypal'

export interface Session {
  id: string
  provider_id: string
  status: string
  amount: number
  data: Record<string, unknown>
}

export interface Completion {
  type: 'order' | 'cart'
  order?: { id: string; total: number }
  error?: { type: string; message: string }
}

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '12 Engine Street',
  postal_code: '10001',
  city: 'Anywhere',
}

let payers = 0

export async function makePayer(commerce: Backend, country = 'us', province?: string) {
  const post = <Answer>(path: string, body: object = {}) => commerce.store<Answer>(path, { method: 'POST', body })
  const { regions } = await commerce.store<{ regions: { id: string; countries: { iso_2: string }[] }[] }>(
    '/store/regions?limit=50',
  )
  const region = regions.find(({ countries }) => countries.some(({ iso_2: code }) => code === country))
  const variants = await inStock(commerce)
  const variantId = variants[payers++ % variants.length] ?? ''

  const { cart } = await post<{ cart: { id: string } }>('/store/carts', { region_id: region?.id })
  const path = `/store/carts/${cart.id}`
  const line = await post<{ cart: { items: { id: string }[] } }>(`${path}/line-items`, {
    variant_id: variantId,
    quantity: 1,
  })
  const address = { ...ADDRESS, country_code: country, ...(province ? { province } : {}) }
  await post(path, { email: `payer-${payers}@shopper.example`, shipping_address: address, billing_address: address })
  const { shipping_options: options } = await commerce.store<{ shipping_options: { id: string }[] }>(
    `/store/shipping-options?cart_id=${cart.id}`,
  )
  await post(`${path}/shipping-methods`, { option_id: options[0]?.id })
  const { payment_collection: collection } = await post<{ payment_collection: { id: string; amount: number } }>(
    '/store/payment-collections',
    { cart_id: cart.id },
  )
  const sessions = async () => {
    const read = await commerce.store<{ cart: { payment_collection: { payment_sessions?: Session[] } } }>(
      `${path}?fields=*payment_collection.payment_sessions`,
    )
    return read.cart.payment_collection.payment_sessions ?? []
  }
  return {
    cartId: cart.id,
    total: collection.amount,
    variantId,
    sessions,
    async startPayment() {
      const data = { return_url: 'https://shop.test/back', cancel_url: 'https://shop.test/cancel', locale: 'ru-RU' }
      await post(`/store/payment-collections/${collection.id}/payment-sessions`, { provider_id: PAYPAL, data })
      const [session] = await sessions()
      if (!session) throw new Error('there is no payment session')
      return session
    },
    complete: () => post<Completion>(`${path}/complete`),
    setQuantity: async (quantity: number) =>
      void (await post(`${path}/line-items/${line.cart.items[0]?.id}`, { quantity })),
  }
}

/**
 * The ids of variants that have more than five in stock: the first of every product, then the second of every
 * product, and so on. Two payers in a row buy different products, at different prices.
 */
export async function inStock(commerce: Backend): Promise<string[]> {
  const fields = 'fields=variants.id,%2Bvariants.inventory_quantity'
  const { products } = await commerce.store<{ products: Product[] }>(`/store/products?limit=50&${fields}`)
  const perProduct = products.map(({ variants }) =>
    variants.filter((variant) => variant.inventory_quantity > 5).map(({ id }) => id),
  )
  const most = Math.max(...perProduct.map(({ length }) => length))
  return Array.from({ length: most }, (_, rank) => perProduct.flatMap((ids) => ids[rank] ?? [])).flat()
}

interface Product {
  variants: { id: string; inventory_quantity: number }[]
}
