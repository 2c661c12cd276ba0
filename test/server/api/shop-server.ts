import { join } from 'node:path'

import accepts from '@fastify/accepts'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify'

import { cartRoutes } from '#server/api/carts/cart-routes.ts'
import { ipLocationRoute } from '#server/api/ip-location.ts'
import { orderRoutes } from '#server/api/orders/order-routes.ts'
import { regionRoutes } from '#server/api/region/current.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import { backend } from '#server/plugins/backend.ts'
import { carts } from '#server/plugins/carts.ts'
import { catalog } from '#server/plugins/catalog.ts'
import { errors } from '#server/plugins/errors.ts'
import { translations } from '#server/plugins/translations.ts'
import { visitor } from '#server/plugins/visitor.ts'
import type { TestCommerce } from '#test/support/commerce.ts'

/** The shop's API without its pages, on a real backend. */
export async function buildShopServer(commerce: TestCommerce, env: NodeJS.ProcessEnv = {}): Promise<FastifyInstance> {
  const config = loadConfig({
    MEDUSA_URL: commerce.medusaUrl,
    MEDUSA_PUBLISHABLE_KEY: commerce.publishableKey,
    DATABASE_URL: commerce.shopDatabaseUrl,
    SECRET: commerce.secret,
    DATA_DIR: join(commerce.dataDir, 'storefront'),
    LOG_LEVEL: 'silent',
    ...env,
  })
  const app = fastify({ logger: false, ajv: { customOptions: { removeAdditional: false } } })
  app.decorate('config', config as ServerConfig)
  await app.register(cookie, { secret: commerce.secret })
  await app.register(formbody)
  await app.register(accepts)
  await app.register(translations)
  await app.register(backend)
  await app.register(catalog)
  await app.register(visitor)
  await app.register(errors)
  await app.register(carts)
  await app.register(regionRoutes, { prefix: '/api/region' })
  await app.register(ipLocationRoute, { prefix: '/api' })
  await app.register(cartRoutes, { prefix: '/api/carts' })
  await app.register(orderRoutes, { prefix: '/api/orders' })
  await app.ready()
  return app
}

export interface ShopAnswer<Body> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: Body
}

/** A visitor with a cookie jar of their own. */
export class TestShopper {
  readonly cookies = new Map<string, string>()
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  /** A call as the shop's script makes it. */
  async call<Body>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object): Promise<ShopAnswer<Body>> {
    return this.#inject<Body>({
      method,
      url,
      headers: { accept: 'application/json' },
      ...(body ? { payload: body } : {}),
    })
  }

  /** A form that a page without JavaScript sends. */
  async submit(url: string, fields: Record<string, string>): Promise<ShopAnswer<string> & { location: string }> {
    const answer = await this.#inject<string>({
      method: 'POST',
      url,
      headers: {
        accept: 'text/html,application/xhtml+xml',
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'same-origin',
      },
      payload: new URLSearchParams(fields).toString(),
    })
    return { ...answer, location: String(answer.headers['location'] ?? '') }
  }

  async #inject<Body>(options: InjectOptions): Promise<ShopAnswer<Body>> {
    const jar = [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
    const response = await this.#app.inject({
      ...options,
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
