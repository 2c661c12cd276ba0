/**
 * A child process of the bench, so that client and server do not share a core: the backend with the sample shop, and
 * the shop's API over it. Sends both URLs to the parent.
 */
import { buildShopServer } from '#test/server/shop-server.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { until } from '#test/support/until.ts'

const commerce = await startTestCommerce({ name: 'bench-search' })
const app = await buildShopServer(commerce)
const shop = await app.listen({ host: '127.0.0.1', port: 0 })
await until(() => app.catalog.version !== null, 30_000)

process.on('disconnect', () => void stop())
process.send?.({ shop, medusa: commerce.medusaUrl, publishableKey: commerce.publishableKey })

async function stop(): Promise<void> {
  await app.close()
  await commerce.stop()
}
