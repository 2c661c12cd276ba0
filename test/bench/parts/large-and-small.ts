import { once } from 'node:events'

import { EMBEDDED_PUBLISHABLE_KEY } from '#dev/embedded-commerce.ts'
import type { Program } from '#test/support/program.ts'
import { signedCall } from '#test/support/sign-call.ts'
import { until } from '#test/support/until.ts'

import { startPart } from './part.ts'
import { SHOP_SECRET, type WatchedShop } from './watched-shop.ts'

const SMALL = 40
const LARGE = Number(process.env['PRODUCTS'] ?? 10_000)
const READ_MS = 280_000

export async function openLargeAndSmall(t: Program) {
  const args = [String(SMALL), String(LARGE)]
  const { child, facts } = await startPart<{ urls: [string, string] }>(t, 'generated-medusas.ts', { args })
  const [small, large] = facts.urls
  return {
    small: { medusaUrl: small, publishableKey: EMBEDDED_PUBLISHABLE_KEY },
    large: { medusaUrl: large, publishableKey: EMBEDDED_PUBLISHABLE_KEY },
    async changeAndRead(shop: WatchedShop) {
      const changed = once(child, 'message')
      child.send('change')
      await changed
      const { version } = (await shop.status()).catalog
      const began = performance.now()
      await signedCall(`${shop.url}/api/_internal/catalog/refresh`, { product_ids: [], all: true }, SHOP_SECRET)
      await until(async () => (await shop.status()).catalog.version !== version, READ_MS)
      return performance.now() - began
    },
  }
}
