import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createPriceLedger } from './price-ledger.ts'

const WRITE_MS = 5000
/** One region each time, the first long after the start, which has enough to read. */
const LOOK_MS = 300_000
const DAY_MS = 86_400_000

/** A ledger of what every product has cost. No page waits for it. */
export const priceLedger = fp(
  async function priceLedger(app: FastifyInstance) {
    const { catalog, database, log } = app
    const ledger = createPriceLedger(catalog, database, log)
    const forget = () => {
      ledger.forgetOld().catch((error: unknown) => log.warn({ err: error }, 'old prices are kept on'))
    }
    const shuttingDown = new AbortController()
    const timers: NodeJS.Timeout[] = []
    let writing: Promise<void> | undefined
    const write = () => {
      writing ??= ledger.write().finally(() => (writing = undefined))
    }
    let looking: Promise<void> | undefined
    const look = () => {
      looking ??= ledger.lookElsewhere(shuttingDown.signal).finally(() => (looking = undefined))
    }
    app.addHook('onListen', async () => {
      forget()
      timers.push(setInterval(write, WRITE_MS).unref())
      timers.push(setInterval(look, LOOK_MS).unref())
      timers.push(setInterval(forget, DAY_MS).unref())
    })
    app.addHook('onClose', async () => {
      shuttingDown.abort()
      for (const timer of timers) clearInterval(timer)
      await writing
    })
  },
  { name: 'price-ledger', dependencies: ['catalog', 'database'] },
)
