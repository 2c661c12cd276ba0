import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { cleanUpRegularly } from '#server/infra/cleanup.ts'

import { createPriceLedger } from './price-ledger.ts'

const WRITE_MS = 5000
const DAY_MS = 86_400_000

/** Records the price history of every product. No page waits for it. */
export const priceLedger = fp(
  async function priceLedger(app: FastifyInstance) {
    const { catalog, database, log } = app
    const ledger = createPriceLedger(catalog, database, log)
    cleanUpRegularly(app, 'old prices', ledger.deleteOld, DAY_MS)
    let writing: Promise<void> | undefined
    const write = () => {
      writing ??= ledger.write().finally(() => (writing = undefined))
    }
    let timer: NodeJS.Timeout | undefined
    app.addHook('onListen', async () => {
      timer = setInterval(write, WRITE_MS).unref()
    })
    app.addHook('onClose', async () => {
      clearInterval(timer)
      await writing
    })
  },
  { name: 'price-ledger', dependencies: ['catalog', 'database'] },
)
