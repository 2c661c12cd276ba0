import { join } from 'node:path'

import type { FastifyInstance, InjectOptions } from 'fastify'

import { buildApi } from '#server/app.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import type { Cart, CartAnswer } from '#shared/cart/cart.ts'
import type { Backend } from '#test/support/commerce.ts'
import '#test/support/known-hosts.ts'
import { followReader } from '#test/support/open-shop.ts'
import { untilRead } from '#test/support/until-catalog.ts'

/** Starts the shop's API without its pages, on a real backend. @param addRoutes adds routes instead of the pages */
export async function buildShopServer(
  commerce: Backend,
  env: NodeJS.ProcessEnv = {},
  addRoutes: (app: FastifyInstance) => void = () => {},
): Promise<FastifyInstance> {
  const config = loadConfig({
    MEDUSA_URL: commerce.medusaUrl,
    MEDUSA_PUBLISHABLE_KEY: commerce.publishableKey,
    DATABASE_URL: commerce.databaseUrl,
    SECRET: commerce.secret,
    DATA_DIR: join(commerce.dataDir, 'storefront'),
    LOG_LEVEL: 'silent',
    ...env,
  }) as ServerConfig
  followReader(commerce, config)
  const app = await buildApi(config)
  addRoutes(app)
  await app.ready()
  await untilRead(app)
  return app
}

interface StockedVariant {
  id: string
  inventory_quantity: number
  allow_backorder: boolean
}

const VARIANTS =
  '/store/products?limit=100&order=handle&fields=id,variants.id,variants.allow_backorder,+variants.inventory_quantity'

/** Returns every variant of the sample shop that is not made to order, with its stock in Medusa. */
export async function listVariants(commerce: Backend): Promise<StockedVariant[]> {
  const { products } = await commerce.store<{ products: { variants: StockedVariant[] }[] }>(VARIANTS)
  return products.flatMap(({ variants }) => variants.filter((variant) => !variant.allow_backorder))
}

/** Returns one variant of each product that has at least `stock` in stock. */
export async function listProducts(commerce: Backend, stock: number): Promise<string[]> {
  const { products } = await commerce.store<{ products: { variants: StockedVariant[] }[] }>(VARIANTS)
  return products.flatMap(({ variants }) => variants.find((variant) => variant.inventory_quantity >= stock)?.id ?? [])
}

export async function variantOf({ store }: Backend, handle: string, stock: number): Promise<string> {
  const { products } = await store<{ products: { variants: StockedVariant[] }[] }>(`${VARIANTS}&handle=${handle}`)
  return products[0]?.variants.find((variant) => variant.inventory_quantity >= stock)?.id ?? ''
}

export interface ShopAnswer<Body> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: Body
}

let shoppers = 0

/** A visitor with their own cookie jar, and their own network unless another one is named. */
export class TestShopper {
  readonly cookies = new Map<string, string>()
  readonly address: string
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance, address?: string) {
    this.#app = app
    shoppers += 1
    this.address = address ?? `198.18.${shoppers >> 8}.${shoppers & 255}`
  }

  /** The same browser in another tab or at another storefront, with a copy of the current cookies. */
  elsewhere(app = this.#app): TestShopper {
    const other = new TestShopper(app, this.address)
    for (const [name, value] of this.cookies) other.cookies.set(name, value)
    return other
  }

  async openCart(): Promise<Cart> {
    return (await this.call<CartAnswer>('POST', '/api/carts', {})).body.cart
  }

  async cart(path = '/api/carts/current'): Promise<Cart> {
    return (await this.call<CartAnswer>('GET', path)).body.cart
  }

  async call<Body>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ShopAnswer<Body>> {
    return this.#inject<Body>({
      method,
      url,
      headers: { accept: 'application/json', ...headers },
      ...(body ? { payload: body } : {}),
    })
  }

  /** Submits a form as a browser without JavaScript does. @param list repeated fields, URL-encoded */
  async submit(
    url: string,
    fields: Record<string, string>,
    list = '',
  ): Promise<ShopAnswer<string> & { location: string }> {
    const answer = await this.#inject<string>({
      method: 'POST',
      url,
      headers: {
        accept: 'text/html,application/xhtml+xml',
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'same-origin',
      },
      payload: [new URLSearchParams(fields).toString(), list].filter(Boolean).join('&'),
    })
    return { ...answer, location: String(answer.headers['location'] ?? '') }
  }

  async #inject<Body>(options: InjectOptions): Promise<ShopAnswer<Body>> {
    const jar = [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
    const response = await this.#app.inject({
      ...options,
      remoteAddress: this.address,
      headers: { ...options.headers, ...(jar ? { cookie: jar } : {}) },
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const isJson = (response.headers['content-type'] ?? '').includes('json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: (isJson ? response.json() : response.body) as Body,
    }
  }
}
