import { signCookie } from '#server/http/signed-cookies.ts'
import { deriveKey } from '#server/keys.ts'
import type { Backend } from '#test/support/commerce.ts'
import type { Random } from '#test/support/random.ts'

import type { Ask } from './traffic.ts'

const CARTS = 20
const MOST = 3
const QUERIES = [
  'ring',
  'кольцо',
  'oval',
  'earings',
  'gold pendant',
  'wedding',
  'серьги',
  'halo',
  'xyzzy',
  'round solitaire',
]

export async function inviteVisitors(url: string, commerce: Backend, ask: Ask, random: Random) {
  const { products } = JSON.parse((await ask(`${url}/api/products/all?view=card&limit=200`)).body) as {
    products: { handle: string }[]
  }
  const pages = [
    '',
    '/shop/rings',
    '/shop/earrings',
    '/search',
    ...products.map(({ handle }) => `/shop/product/${handle}`),
  ]
  const page = (await ask(`${url}/en/shop/rings`)).body
  const images = [...new Set([...page.matchAll(/\/_image\/[^"\s]+/g)].map(([address]) => address))]
  if (images.length === 0) throw new Error('The shop shows no pictures.')
  // Created once, because only the requests are measured.
  for (const image of images) await ask(url + image)
  const cookieKey = deriveKey(commerce.secret, 'cookies')
  const carts = (await fillCarts(commerce)).map((cart, index) => ({
    ...cart,
    // Each cart's owner has an IP address of its own.
    visitor: { cookie: `cart=${signCookie(cookieKey, 'cart', cart.id)}`, 'x-forwarded-for': `203.0.113.${index + 1}` },
  }))

  const locale = (): string => random.pick(['en', 'ru'])
  const headers = { 'x-publishable-api-key': commerce.publishableKey }
  const amount = (): { quantity: number } => ({ quantity: 1 + random.below(MOST) })
  return {
    browse: () => ask(`${url}/${locale()}${random.pick(pages)}`),
    search: () => ask(`${url}/${locale()}/search?q=${encodeURIComponent(random.pick(QUERIES))}`),
    picture: () => ask(url + random.pick(images)),
    change: () => {
      const { id, line, visitor } = random.pick(carts)
      return ask(`${url}/api/carts/${id}/line-items/${line}`, { method: 'POST', body: amount(), headers: visitor })
    },
    changeAlone: () => {
      const { id, line } = random.pick(carts)
      return ask(`${commerce.medusaUrl}/store/carts/${id}/line-items/${line}`, {
        method: 'POST',
        body: amount(),
        headers,
      })
    },
  }
}

async function fillCarts(commerce: Backend): Promise<{ id: string; line: string }[]> {
  const { regions } = await commerce.store<{ regions: { id: string; currency_code: string }[] }>('/store/regions')
  const region = regions.find(({ currency_code: currency }) => currency === 'usd')
  const { products } = await commerce.store<{
    products: { variants: { id: string; inventory_quantity: number }[] }[]
  }>('/store/products?limit=100&fields=id,variants.id,+variants.inventory_quantity')
  const variants = products.flatMap((product) => product.variants)
  const inStock = variants.filter(({ inventory_quantity: left }) => left > MOST)
  const post = <Answer>(path: string, body: object) => commerce.store<Answer>(path, { method: 'POST', body })
  return Promise.all(
    Array.from({ length: CARTS }, async (_, index) => {
      const opened = await post<{ cart: { id: string } }>('/store/carts', { region_id: region?.id, locale: 'en-US' })
      const { cart } = await post<{ cart: { id: string; items: { id: string }[] } }>(
        `/store/carts/${opened.cart.id}/line-items`,
        { variant_id: inStock[index % inStock.length]?.id, quantity: 1 },
      )
      return { id: cart.id, line: cart.items[0]?.id ?? '' }
    }),
  )
}
