import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { cleanUpRegularly } from '#server/infra/cleanup.ts'

import { createStockAlerts, type FindVariant, type StockAlerts } from './stock-alerts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    stockAlerts: StockAlerts
  }
}

/** The catalog changes in bursts, and one look at the stock is enough for all of them. */
const AFTER_CHANGE_MS = 500
/** Finds what a change did not: requests that were confirmed elsewhere, and changes while the database was down. */
const SEND_MS = 60_000

export const stockAlerts = fp(
  async function stockAlerts(app: FastifyInstance) {
    const { catalog, database, log, mailing } = app
    const find: FindVariant = (variantId, view) => {
      const shop = catalog.shop()
      const handle = shop.variantFacts(variantId, view.locale)?.handle
      const product = handle === undefined ? undefined : shop.product(handle, view)
      const variant = product?.variants.find(({ id }) => id === variantId)
      return product && variant && { product, variant }
    }
    app.decorate('stockAlerts', createStockAlerts({ mailing, find, origin: app.shopOrigin }))
    cleanUpRegularly(app, 'old stock alerts', app.stockAlerts.forget)

    let sending: Promise<unknown> = Promise.resolve()
    /** The processes that share a data folder have one catalog: its reader is enough. */
    async function sendDue(): Promise<void> {
      if (catalog.version === null || catalog.status().role !== 'reader' || database.state() !== 'ready') return
      try {
        const sent = await app.stockAlerts.sendDue()
        if (sent) log.info({ event: 'stock_alerts.sent', emails: sent }, 'emails about restocked variants queued')
      } catch (error) {
        log.warn({ event: 'stock_alerts.failed', err: error }, 'stock alerts were not sent; will retry')
      }
    }

    let afterChange: NodeJS.Timeout | undefined
    let regularly: NodeJS.Timeout | undefined
    const run = (): void => void (sending = sending.then(sendDue))
    const runSoon = (): void => {
      afterChange ??= setTimeout(() => {
        afterChange = undefined
        run()
      }, AFTER_CHANGE_MS).unref()
    }
    app.addHook('onListen', async () => {
      catalog.on('change', runSoon)
      regularly = setInterval(run, SEND_MS).unref()
      runSoon()
    })
    app.addHook('onClose', async () => {
      catalog.off('change', runSoon)
      clearTimeout(afterChange)
      clearInterval(regularly)
      await sending
    })
  },
  { name: 'stock-alerts', dependencies: ['catalog', 'mailing'] },
)
