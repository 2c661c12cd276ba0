import type { APIRequestContext, Browser, BrowserContextOptions } from 'playwright'

import type { ProductAnswer, ProductCardList } from '#shared/product/product.ts'

import { getJson } from './categories.ts'

export type Guest = 'newcomer' | 'holder' | 'buyer'

export type Guests = Record<Guest, NonNullable<BrowserContextOptions['storageState']>>

const PRODUCTS = 2

const DETAILS = {
  email: 'ada@shopper.example',
  billing_same: 'on',
  'shipping_address.first_name': 'Ada',
  'shipping_address.last_name': 'Lovelace',
  'shipping_address.address_1': '12 Engine Street',
  'shipping_address.postal_code': '10001',
  'shipping_address.city': 'New York',
  'shipping_address.province': 'NY',
  'shipping_address.country_code': 'US',
}

export async function inviteGuests(browser: Browser, origin: string): Promise<Guests> {
  const remember = async (visit: (request: APIRequestContext) => Promise<void>) => {
    const context = await browser.newContext({ baseURL: origin })
    await visit(context.request)
    const state = await context.storageState()
    await context.close()
    return state
  }
  return {
    newcomer: { cookies: [], origins: [] },
    holder: await remember((request) => fillCart(request, origin)),
    buyer: await remember((request) => buy(request, origin)),
  }
}

export interface Purchase {
  email?: string
  lang?: 'en' | 'ru'
  quantity?: number
}

export async function buy(request: APIRequestContext, origin: string, purchase: Purchase = {}): Promise<void> {
  await fillCart(request, origin, purchase)
  await submit(request, '/complete', { provider_id: 'pp_system_default' }, purchase)
}

async function fillCart(request: APIRequestContext, origin: string, purchase: Purchase = {}): Promise<void> {
  const { products } = await getJson<ProductCardList>(`${origin}/api/products/all?view=card&limit=200`)
  let added = 0
  for (const { handle, in_stock: inStock } of products) {
    if (added === PRODUCTS) break
    if (!inStock) continue
    const { product } = await getJson<ProductAnswer>(`${origin}/api/products/handle/${handle}`)
    const variant = product.variants.find(({ inventory_quantity: left }) => left > PRODUCTS)
    if (!variant) continue
    await submit(request, '/line-items', { variant_id: variant.id, quantity: String(purchase.quantity ?? 1) }, purchase)
    added += 1
  }
  await submit(request, '', { ...DETAILS, email: purchase.email ?? DETAILS.email }, purchase)
  // Pages wait only a moment for the names of delivery methods in a language that they have not been read in.
  await request.get('/api/carts/current/shipping-options?lang=ru')
  const answer = await request.get('/api/carts/current/shipping-options?lang=en')
  const { shipping_options: options } = (await answer.json()) as { shipping_options: { id: string }[] }
  await submit(request, '/shipping-methods', { option_id: options[0]?.id ?? '' }, purchase)
  await submit(request, '/payment-sessions', { provider_id: 'pp_system_default' }, purchase)
}

async function submit(
  request: APIRequestContext,
  step: string,
  form: Record<string, string>,
  { lang = 'en' }: Purchase,
): Promise<void> {
  const path = `/api/carts/current${step}?lang=${lang}`
  const answer = await request.post(path, { form, headers: { accept: 'application/json' } })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
}
