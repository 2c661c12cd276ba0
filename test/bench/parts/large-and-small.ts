import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

import { EMBEDDED_PUBLISHABLE_KEY } from '#dev/embedded-commerce.ts'
import { readRunningShop } from '#server/main/running-shop.ts'
import type { Program } from '#test/support/program.ts'
import { signedCall } from '#test/support/sign-call.ts'
import { until } from '#test/support/until.ts'

import { startPart } from './part.ts'
import { SHOP_SECRET, type WatchedShop } from './watched-shop.ts'

const SMALL = 40
const LARGE = Number(process.env['PRODUCTS'] ?? 10_000)
const READ_MS = 280_000
const FEW = 20
const SAVED = 'catalog/catalog.ndjson'

export async function openLargeAndSmall(t: Program) {
  const args = [String(SMALL), String(LARGE)]
  const { child, facts } = await startPart<{ urls: [string, string] }>(t, 'generated-medusas.ts', { args })
  const [small, generated] = facts.urls.map((medusaUrl) => ({ medusaUrl, publishableKey: EMBEDDED_PUBLISHABLE_KEY }))
  if (!small || !generated) throw new Error('the backends ended before they were ready')
  const admin = adminOfRunningShop()
  const large = admin ? { ...generated, medusaUrl: admin.url } : generated

  async function changeGenerated(): Promise<void> {
    const changed = once(child, 'message')
    child.send('change')
    await changed
  }

  return {
    small,
    large,
    isReal: admin !== undefined,
    /** Copies the saved catalog of a real Medusa's shop into a data folder, because reading it takes minutes. */
    async layCatalog(dataDir: string) {
      if (admin) await cp(join(admin.dataDir, SAVED), join(dataDir, SAVED))
    },
    /** Changes a few products, and returns the milliseconds until the shop has read the whole catalog again. */
    async changeAndRead(shop: WatchedShop) {
      await (admin ? changeReal(admin) : changeGenerated())
      const { version } = (await shop.status()).catalog
      const began = performance.now()
      await signedCall(`${shop.url}/api/_internal/catalog/refresh`, { product_ids: [], all: true }, SHOP_SECRET)
      await until(async () => (await shop.status()).catalog.version !== version, READ_MS)
      return performance.now() - began
    },
  }
}

interface AdminAccess {
  dataDir: string
  url: string
  key: string
}

function adminOfRunningShop(): AdminAccess | undefined {
  const dataDir = process.env['SHOP_DATA_DIR']
  if (!dataDir) return undefined
  const admin = readRunningShop(dataDir)?.backOffice
  if (!admin) throw new Error(`No sample shop runs on ${dataDir}.`)
  return { ...admin, dataDir }
}

/** Changed texts cause all indexes to be rebuilt. */
async function changeReal({ url, key }: AdminAccess): Promise<void> {
  const headers = {
    authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    'content-type': 'application/json',
  }
  const listed = await fetch(`${url}/admin/products?limit=${FEW}&fields=id`, { headers })
  const { products } = (await listed.json()) as { products: { id: string }[] }
  for (const { id } of products) {
    const body = JSON.stringify({ subtitle: `As of ${new Date().toISOString()}` })
    const answer = await fetch(`${url}/admin/products/${id}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`A piece could not be changed: ${answer.status}`)
  }
}
