import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { cleanUpRegularly } from '#server/infra/cleanup.ts'

import { createPriceLedger } from './price-ledger.ts'

const WRITE_MS = 5000
/**
 * The interval at which one other region is recorded. The first time is long after the start, when many reads are
 * running.
 */
const OTHER_REGION_MS = 300_000
const DAY_MS = 86_400_000

/** Records the price history of every product. No page waits for it. */
export const priceLedger = fp(
  async function priceLedger(app: FastifyInstance) {
    const { catalog, database, log } = app
    const ledger = createPriceLedger(catalog, database, log)
    cleanUpRegularly(app, 'old prices', ledger.deleteOld, DAY_MS)
    const shuttingDown = new AbortController()
    const timers: NodeJS.Timeout[] = []
    let writing: Promise<void> | undefined
    const write = () => {
      writing ??= ledger.write().finally(() => (writing = undefined))
    }
    let recording: Promise<void> | undefined
    const recordOther = () => {
      recording ??= ledger.recordOtherRegion(shuttingDown.signal).finally(() => (recording = undefined))
    }
    app.addHook('onListen', async () => {
      timers.push(setInterval(write, WRITE_MS).unref())
      timers.push(setInterval(recordOther, OTHER_REGION_MS).unref())
    })
    app.addHook('onClose', async () => {
      shuttingDown.abort()
      for (const timer of timers) clearInterval(timer)
      await writing
    })
  },
  { name: 'price-ledger', dependencies: ['catalog', 'database'] },
)
