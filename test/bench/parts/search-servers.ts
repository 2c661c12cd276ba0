/** A part of the bench: the backend with the sample shop, and the shop's API over it. Sends both URLs. */
import { buildShopServer } from '#test/server/shop-server.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { until } from '#test/support/until.ts'

import { openPart } from './part.ts'

const t = openPart()
const { medusaUrl: medusa, publishableKey, ...commerce } = await openCommerce(t, { name: 'bench-search' })
const app = await buildShopServer({ ...commerce, medusaUrl: medusa, publishableKey })
t.teardown(() => app.close())
const shop = await app.listen({ host: '127.0.0.1', port: 0 })
await until(() => app.catalog.version !== null, 30_000)
process.send?.({ shop, medusa, publishableKey })
