/** A separate process that serves the product API, so that response times are measured from outside. */
import { buildCatalogServer, type CatalogServerOptions } from './catalog-server.ts'

const { port, ...options } = JSON.parse(process.argv[2] ?? '{}') as CatalogServerOptions & { port: number }
const app = await buildCatalogServer(options)
await app.listen({ port, host: '127.0.0.1' })
// The process ends with its parent, also if the parent was killed.
process.once('SIGTERM', () => void end())
process.once('disconnect', () => void end())
process.send?.('listening')

async function end(): Promise<void> {
  await app.close()
  // The `disconnect` listener keeps the IPC channel open, which would keep the process alive.
  if (process.connected) process.disconnect()
}
