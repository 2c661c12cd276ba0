/**
 * With a thousand products of a real shop: time to filter, sort and count a list, in process and as JSON over HTTP.
 * `PRODUCTS` and `CHOICES` set the size, `TEST_SEED` repeats a run.
 */
import type { ProductCardList } from '#shared/product/product.ts'
import type { CardQuery } from '#shared/shop-data.ts'
import { buildCatalogServer } from '#test/server/catalog/catalog-server.ts'
import { randomChoice, vocabularyOf } from '#test/server/catalog/listing/random-choice.ts'
import { until } from '#test/server/catalog/open-catalog.ts'
import { getJson } from '#test/support/categories.ts'
import { fillShop } from '#test/support/fill-shop.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { openProgram, percentile, report, rounded } from '#test/support/program.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'

const CHOICES = Number(process.env['CHOICES'] ?? 5000)
const LIMIT_MS = 20
const LOCALE = 'en'
const CURRENCY = 'USD'

const seed = seedOfRun()
await using t = openProgram()
const dataDir = t.testdir()
const commerce = await openCommerce(t, { name: 'listing-speed' })
await fillShop(commerce, dataDir)
const app = await buildCatalogServer({ ...commerce, dataDir })
t.teardown(() => app.close())
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
await until('the shop is read', () => app.catalog.version !== null, 60_000)
const { id: regionId } = app.catalog.regionForCurrency(CURRENCY)
const shop = app.catalog.shop()
const view = { locale: LOCALE, regionId } as const
const { count: products, facets } = shop.cards({ withFacets: true, limit: 1 }, view) ?? {}
const terms = vocabularyOf(shop.categories(LOCALE), facets)
await prove('listing-in-process', (query) => shop.cards(query, view))
await prove('listing-over-http', getCards, async () => (await fetch(`${origin}/healthz`)).text())

/** @param askNothing the same call without a list: the rest of the machine's load is not the list's time */
async function prove(
  name: string,
  ask: (query: CardQuery) => unknown,
  askNothing?: () => Promise<unknown>,
): Promise<void> {
  const random = createRandom(seed)
  const times: number[] = []
  const without: number[] = []
  // A tenth more queries run first, as a warm-up.
  for (let asked = -Math.ceil(CHOICES / 10); asked < CHOICES; asked += 1) {
    const query = randomChoice(random, terms)
    const took = await timeOf(() => ask(query))
    const tookWithout = askNothing ? await timeOf(askNothing) : 0
    if (asked < 0) continue
    times.push(took)
    without.push(tookWithout)
  }
  const [p99, idle] = [percentile(times, 0.99), percentile(without, 0.99)]
  const others = { p50: rounded(percentile(times, 0.5)), p99: rounded(p99), idle: rounded(idle), products }
  report(name, { value: p99 - idle, unit: 'ms', most: LIMIT_MS, ...others, choices: CHOICES, seed })
}

async function timeOf(call: () => unknown): Promise<number> {
  const began = performance.now()
  await call()
  return performance.now() - began
}

async function getCards(query: CardQuery): Promise<ProductCardList> {
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
  return getJson<ProductCardList>(`${origin}/api/products/${collection ?? category ?? 'all'}?${search}`)
}
