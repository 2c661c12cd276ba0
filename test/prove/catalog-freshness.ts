/**
 * With a thousand products: seconds until a change in the backend's admin shows, and the latency for shoppers
 * meanwhile. Prints a JSON line for each figure; exit 1 if one exceeds its limit. `PRODUCTS` and `CHANGES` set the
 * size.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { generateProducts } from '#dev/generate-products.ts'
import { freePort } from '#dev/processes/ports.ts'
import type { Product, ProductAnswer, ProductCardList, ProductList } from '#shared/product/product.ts'
import { until } from '#test/server/catalog/open-catalog.ts'
import { createOperator } from '#test/server/catalog/operator.ts'
import { startTestCommerce } from '#test/support/commerce.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRODUCTS = Number(process.env['PRODUCTS'] ?? 1000)
const CHANGES = Number(process.env['CHANGES'] ?? 20)
const VISIBLE_LIMIT_MS = 10_000
const WAIT_LIMIT_MS = 100
const PATIENCE_MS = 60_000
const PAUSE_BETWEEN_REQUESTS_MS = 10

let beyond = 0
let server: ChildProcess | undefined
const port = await freePort(0, 'PORT')
const origin = `http://127.0.0.1:${port}`
const dataDir = await mkdtemp(join(tmpdir(), 'lumenite-freshness-'))
const commerce = await startTestCommerce({ name: 'freshness', storefrontUrl: origin })
try {
  const { count } = await commerce.store<{ count: number }>('/store/products?limit=1')
  const adding = {
    commerceDir: join(ROOT, 'commerce'),
    databaseUrl: commerce.shopDatabaseUrl,
    logs: dataDir,
    onProgress: () => {},
  }
  if (PRODUCTS > count) await generateProducts({ ...adding, products: PRODUCTS - count })
  await proveSignals()
  await provePoll()
} finally {
  await stopServer()
  await commerce.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = beyond === 0 ? 0 : 1

/** Changes a variant's price repeatedly; the backend notifies the shop each time. */
async function proveSignals(): Promise<void> {
  await startServer('signals', '300')
  const operator = await createOperator(commerce)
  const items = (await get<ProductList>('/api/products/all?limit=200')).products
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
  report('catalog-signal-visible', Math.max(...took), VISIBLE_LIMIT_MS, { changes: CHANGES, median: at(took, 0.5) })
  reportWaits('catalog-signals', await shoppers.stop())
  await stopServer()
}

/** The end of a sale. The backend sends no notification, so the next full read finds it. */
async function provePoll(): Promise<void> {
  await startServer('poll', '5')
  const operator = await createOperator(commerce)
  const items = (await get<ProductList>('/api/products/all?limit=200')).products
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
  report('catalog-poll-visible', Math.max(...took), VISIBLE_LIMIT_MS, { poll_seconds: 5, median: at(took, 0.5) })
  reportWaits('catalog-full-reads', await shoppers.stop())
  await stopServer()
}

/** Shoppers who request lists and products all the time; records the milliseconds of each request. */
function startShoppers(items: readonly Product[]): { stop: () => Promise<number[]> } {
  const waits: number[] = []
  const end = new AbortController()
  const walk = async (): Promise<void> => {
    for (let step = 0; !end.signal.aborted; step += 1) {
      const item = items[step % items.length]?.handle
      const lang = step % 2 ? 'ru' : 'en'
      const paths = [`handle/${item}`, 'rings?view=card', `handle/${item}/related`, 'all?limit=50']
      const [path, query = ''] = String(paths[step % paths.length]).split('?')
      const began = performance.now()
      await get<ProductAnswer | ProductCardList>(`/api/products/${path}?lang=${lang}&${query}`)
      waits.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_REQUESTS_MS))
    }
  }
  const walking = Promise.all([walk(), walk()])
  return {
    async stop() {
      end.abort()
      await walking
      return waits
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
  const { count } = await get<ProductList>('/api/products/all?limit=1')
  print({
    name: `catalog-first-read-${name}`,
    value: Math.round(performance.now() - began),
    unit: 'ms after listening',
    products: count,
  })
}

async function stopServer(): Promise<void> {
  const running = server
  server = undefined
  if (!running) return
  running.kill('SIGTERM')
  await once(running, 'exit')
}

async function priceOf(item: Product, variantId: string): Promise<number | undefined> {
  const { product } = await get<ProductAnswer>(`/api/products/handle/${item.handle}?currency=USD`)
  return product.variants.find(({ id }) => id === variantId)?.calculated_price?.calculated_amount
}

async function get<Body>(path: string): Promise<Body> {
  const response = await fetch(`${origin}${path}`)
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`)
  return (await response.json()) as Body
}

function reportWaits(name: string, waits: number[]): void {
  report(`${name}-p99.9`, at(waits, 0.999), WAIT_LIMIT_MS, {
    requests: waits.length,
    median: at(waits, 0.5),
    p99: at(waits, 0.99),
    longest: at(waits, 1),
  })
}

function report(name: string, value: number, limit: number, more: object): void {
  if (value > limit) beyond += 1
  print({ name, value: Math.round(value), unit: 'ms', limit, ...more, right: value <= limit })
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0)
}

function print(line: object): void {
  console.log(JSON.stringify(line))
}
