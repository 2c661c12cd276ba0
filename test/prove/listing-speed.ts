/**
 * With a thousand products of a real shop: time to filter, sort and count a list, in process and as JSON over HTTP.
 * Prints a JSON line for each; exit 1 if one exceeds its limit. `PRODUCTS` and `CHOICES` set the size, `TEST_SEED`
 * repeats a run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { generateProducts } from '#dev/generate-products.ts'
import type { ProductCardList } from '#shared/product/product.ts'
import type { CardQuery } from '#shared/shop-data.ts'
import { buildCatalogServer } from '#test/server/catalog/catalog-server.ts'
import { vocabularyOf, type Vocabulary } from '#test/server/catalog/listing/random-choice.ts'
import { timeChoices } from '#test/server/catalog/listing/time-choices.ts'
import { shopWithPrices, until } from '#test/server/catalog/open-catalog.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRODUCTS = Number(process.env['PRODUCTS'] ?? 1000)
const CHOICES = Number(process.env['CHOICES'] ?? 5000)
const LIMIT_MS = 20
const PATIENCE_MS = 60_000
const LOCALE = 'en'
const CURRENCY = 'USD'

const seed = seedOfRun()
let products = 0
const dataDir = await mkdtemp(join(tmpdir(), 'lumenite-listing-'))
const commerce = await startTestCommerce({ name: 'listing-speed' })
try {
  await fillShop()
  const app = await buildCatalogServer({ ...commerce, dataDir })
  try {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    await until('the shop is read', () => app.catalog.version !== null, PATIENCE_MS)
    const { id: regionId } = app.catalog.regionForCurrency(CURRENCY)
    const shop = await shopWithPrices(app.catalog, regionId)
    const view = { locale: LOCALE, regionId } as const
    const { count, facets } = shop.cards({ withFacets: true, limit: 1 }, view) ?? {}
    products = count ?? 0
    const texts = vocabularyOf(shop.categories(LOCALE), facets)
    await prove('listing-in-process', texts, (query) => shop.cards(query, view), LIMIT_MS)
    await prove('listing-over-http', texts, (query) => getCards(origin, query), LIMIT_MS)
    // The share of a busy machine alone in the time of a call.
    await prove('healthz-over-http', texts, async () => (await fetch(`${origin}/healthz`)).text())
  } finally {
    await app.close()
  }
} finally {
  await commerce.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function fillShop(): Promise<void> {
  const { count } = await commerce.store<{ count: number }>('/store/products?limit=1')
  if (PRODUCTS <= count) return
  await generateProducts({
    commerceDir: join(ROOT, 'commerce'),
    databaseUrl: commerce.shopDatabaseUrl,
    logs: dataDir,
    products: PRODUCTS - count,
    onProgress: () => {},
  })
}

/** @param limit limit of the 99th percentile in ms; without one, the figures are only printed */
async function prove(name: string, texts: Vocabulary, ask: (query: CardQuery) => unknown, limit?: number) {
  const times = await timeChoices({ random: createRandom(seed), words: texts, choices: CHOICES, ask })
  const verdict = limit === undefined ? {} : { limit: { p99: limit }, within: times.p99 < limit }
  if (verdict.within === false) process.exitCode = 1
  console.log(JSON.stringify({ name, ...times, unit: 'ms', ...verdict, products, choices: CHOICES, seed }))
}

/** The request that a browser sends for a page of a list. */
async function getCards(origin: string, query: CardQuery): Promise<ProductCardList> {
  const { category, collection, metals = [], cuts = [], price: { min, max } = {}, limit = 1, offset = 0 } = query
  const sides = [min, max].map((side) => (side === undefined ? '' : side / 100)).join('-')
  const search = new URLSearchParams([
    ...Object.entries({ lang: LOCALE, currency: CURRENCY, view: 'card', facets: 'true' }),
    ...Object.entries({ sort: query.sort ?? 'featured', in_stock: String(query.inStock ?? false) }),
    ...Object.entries({ limit: String(limit), offset: String(offset) }),
    ...metals.map((code) => ['metal', code]),
    ...cuts.map((code) => ['cut', code]),
    ...(sides === '-' ? [] : [['price', sides]]),
  ])
  const response = await fetch(`${origin}/api/products/${collection ?? category ?? 'all'}?${search}`)
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
  return (await response.json()) as ProductCardList
}
