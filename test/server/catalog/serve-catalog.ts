/** A process of its own that answers the product calls: what a shopper waits for is measured from outside. */
import { buildCatalogServer, type CatalogServerOptions } from './catalog-server.ts'

const { port, ...options } = JSON.parse(process.argv[2] ?? '{}') as CatalogServerOptions & { port: number }
const app = await buildCatalogServer(options)
await app.listen({ port, host: '127.0.0.1' })
// Anyone who started this process and is gone without a word takes it along.
process.once('SIGTERM', () => void end())
process.once('disconnect', () => void end())
process.send?.('listening')

async function end(): Promise<void> {
  await app.close()
  // Listening for its end keeps the channel open, and the open channel keeps the process.
  if (process.connected) process.disconnect()
}
