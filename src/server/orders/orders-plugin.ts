import { createHmac } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { forgetUnpaidOrders } from '#server/cart/orders-queries.ts'
import { countedDays } from '#server/cart/unpaid-limits.ts'
import { cleanUpRegularly } from '#server/infra/cleanup.ts'
import { deriveKey, secretsOf } from '#server/keys.ts'

import { createOrderLinks, type OrderLinks } from './order-links.ts'
import { forgetOldTries } from './order-lookups-queries.ts'

export interface Orders {
  links: OrderLinks
  /** The keyed hash under which tries are counted. */
  lookupKey: (kind: 'number' | 'address' | 'link' | 'network', value: string) => string
}

declare module 'fastify' {
  interface FastifyInstance {
    orders: Orders
  }
}

export const orders = fp(
  async function orders(app: FastifyInstance) {
    const { database, config } = app
    const countingKey = deriveKey(config.secret, 'rate-limits')
    app.decorate('orders', {
      links: createOrderLinks(secretsOf(config), app.shopOrigin),
      lookupKey: (kind, value) =>
        createHmac('sha256', countingKey).update(`order ${kind} ${value}`).digest('base64url'),
    })
    cleanUpRegularly(app, 'unpaid orders', () => forgetUnpaidOrders(database, countedDays(config.unpaidOrders.days)))
    cleanUpRegularly(app, 'order look-ups', () => forgetOldTries(database))
  },
  { name: 'orders', dependencies: ['database', 'carts', 'mailer'] },
)
