import { createHmac } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { noteDrawnNumber, takeUnnumbered, forgetUnpaidOrders } from '#server/cart/orders-queries.ts'
import { countedDays } from '#server/cart/unpaid-limits.ts'
import { HttpError } from '#server/http/http-error.ts'
import { cleanUpRegularly } from '#server/infra/cleanup.ts'
import { deriveKey, secretsOf } from '#server/keys.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'

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

const HOUR_MS = 3_600_000
const BATCH = 20

export const orders = fp(
  async function orders(app: FastifyInstance) {
    const { database, config, log } = app
    const countingKey = deriveKey(config.secret, 'rate-limits')
    app.decorate('orders', {
      links: createOrderLinks(secretsOf(config), app.shopOrigin),
      lookupKey: (kind, value) =>
        createHmac('sha256', countingKey).update(`order ${kind} ${value}`).digest('base64url'),
    })
    let running: Promise<void> | undefined

    /** Of orders that were recorded before the backend drew numbers. */
    async function learnNumbers(): Promise<void> {
      for (;;) {
        const ids = await takeUnnumbered(database, BATCH)
        let learned = 0
        for (const id of ids) {
          const order = await app.carts.readOrder(id, { locale: DEFAULT_LOCALE }).catch(nullIfGone)
          if (!order || order.number === String(order.display_id)) continue
          await noteDrawnNumber(database, id, order.number)
          learned += 1
        }
        // If the backend draws no numbers, request only one batch per hour.
        if (learned < BATCH) return
      }
    }

    const learn = () => {
      running ??= learnNumbers()
        .catch((error: unknown) => {
          const isKnown = error instanceof BackendError || database.state() !== 'ready'
          log[isKnown ? 'debug' : 'error'](
            { event: 'orders.numbers_failed', err: error },
            'numbers of earlier orders could not be read; will retry',
          )
        })
        .finally(() => void (running = undefined))
    }
    cleanUpRegularly(app, 'unpaid orders', () => forgetUnpaidOrders(database, countedDays(config.unpaidOrders.days)))
    cleanUpRegularly(app, 'order look-ups', () => forgetOldTries(database))
    let hourly: NodeJS.Timeout | undefined
    app.addHook('onListen', async () => {
      learn()
      hourly = setInterval(learn, HOUR_MS).unref()
    })
    app.addHook('preClose', async () => clearInterval(hourly))
    app.addHook('onClose', async () => running)
  },
  { name: 'orders', dependencies: ['database', 'carts', 'mailer'] },
)

function nullIfGone(error: unknown): null {
  if (error instanceof HttpError && error.statusCode === 404) return null
  throw error
}
