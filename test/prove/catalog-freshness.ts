/**
 * With a thousand products: seconds until a change in the backend's admin shows, while shoppers read lists and pages.
 * `PRODUCTS` and `CHANGES` set the size.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { freePort } from '#dev/processes/ports.ts'
import type { Product, ProductAnswer, ProductCardList, ProductList } from '#shared/product/product.ts'
import { until } from '#test/server/catalog/open-catalog.ts'
import { createOperator } from '#test/server/catalog/operator.ts'
import { getJson } from '#test/support/categories.ts'
import { fillShop } from '#test/support/fill-shop.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { median, openProgram, report } from '#test/support/program.ts'

const ROOT = join(import.meta.dirname, '../..')
const CHANGES = Number(process.env['CHANGES'] ?? 20)
const VISIBLE_LIMIT_MS = 10_000
const REFRESH_SECONDS = 5
const PATIENCE_MS = 60_000
const PAUSE_BETWEEN_REQUESTS_MS = 10

await using t = openProgram()
const port = await freePort(0, 'PORT')
const origin = `http://127.0.0.1:${port}`
const dataDir = t.testdir()
const commerce = await openCommerce(t, { name: 'freshness', storefrontUrl: origin })
let server: ChildProcess | undefined
t.teardown(stopServer)
await fillShop(commerce, dataDir)
await proveSignals()
await provePoll()

/** Changes a variant's price repeatedly; the backend notifies the shop each time. */
async function proveSignals(): Promise<void> {
  await startServer('signals', '300')
  const operator = await createOperator(commerce)
  const items = (await getJson<ProductList>(`${origin}/api/products/all?limit=200`)).products
  const shoppers = startShoppers(items)
  const took: number[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    const item = items[(change * 7) % items.length]
    const variant = item?.variants[0]
    if (!item || !variant) throw new Error('There is no piece to change')
    const dollars = CHANGES - change + 1
    await operator.setSalePrice(variant.id, dollars)
    took.push(
      await until('the new price', async () => (await priceOf(item, variant.id)) === dollars * 100, PATIENCE_MS),
    )
  }
  reportVisible('catalog-signal-visible', took, VISIBLE_LIMIT_MS)
  await shoppers.stop()
  await stopServer()
}

/** The end of a sale. The backend sends no notification, so the next full read finds it. */
async function provePoll(): Promise<void> {
  await startServer('poll', String(REFRESH_SECONDS))
  const operator = await createOperator(commerce)
  const items = (await getJson<ProductList>(`${origin}/api/products/all?limit=200`)).products
  const shoppers = startShoppers(items)
  const item = items.at(-1)
  const variant = item?.variants[0]
  if (!item || !variant) throw new Error('There is no piece to look at')
  const onSale = await priceOf(item, variant.id)
  const took: number[] = []
  for (const status of ['draft', 'active', 'draft', 'active'] as const) {
    await operator.setSaleStatus(status)
    const shows = async () => ((await priceOf(item, variant.id)) === onSale) === (status === 'active')
    took.push(await until(`the sale as ${status}`, shows, PATIENCE_MS))
  }
  // How long the reading of a thousand products takes depends on the machine: only the patience above is a limit.
  reportVisible('catalog-poll-visible', took)
  await shoppers.stop()
  await stopServer()
}

function startShoppers(items: readonly Product[]): { stop: () => Promise<void> } {
  const end = new AbortController()
  const walk = async (): Promise<void> => {
    for (let step = 0; !end.signal.aborted; step += 1) {
      const item = items[step % items.length]?.handle
      const lang = step % 2 ? 'ru' : 'en'
      const paths = [`handle/${item}`, 'rings?view=card', `handle/${item}/related`, 'all?limit=50']
      const [path, query = ''] = String(paths[step % paths.length]).split('?')
      await getJson<ProductAnswer | ProductCardList>(`${origin}/api/products/${path}?lang=${lang}&${query}`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_REQUESTS_MS))
    }
  }
  const walking = Promise.all([walk(), walk()])
  return {
    async stop() {
      end.abort()
      await walking
    },
  }
}

async function startServer(name: string, refreshSeconds: string): Promise<void> {
  const { medusaUrl, publishableKey, secret } = commerce
  const env = { CATALOG_REFRESH_SECONDS: refreshSeconds }
  const options = { medusaUrl, publishableKey, secret, port, dataDir: join(dataDir, name), env }
  const file = join(ROOT, 'test/server/catalog/serve-catalog.ts')
  server = fork(file, [JSON.stringify(options)], { cwd: ROOT })
  await once(server, 'message')
  const began = performance.now()
  const isReady = async () => (await fetch(`${origin}/api/categories`)).status === 200
  await until('the shop is read', isReady, PATIENCE_MS)
  const { count } = await getJson<ProductList>(`${origin}/api/products/all?limit=1`)
  const value = performance.now() - began
  report(`catalog-first-read-${name}`, { value, unit: 'ms after listening', products: count })
}

async function stopServer(): Promise<void> {
  const running = server
  server = undefined
  if (!running) return
  running.kill('SIGTERM')
  await once(running, 'exit')
}

async function priceOf(item: Product, variantId: string): Promise<number | undefined> {
  const { product } = await getJson<ProductAnswer>(`${origin}/api/products/handle/${item.handle}?currency=USD`)
  return product.variants.find(({ id }) => id === variantId)?.calculated_price?.calculated_amount
}

function reportVisible(name: string, took: number[], most?: number): void {
  const facts = { changes: took.length, median: median(took) }
  report(name, { value: Math.max(...took), unit: 'ms', most, ...facts })
}
