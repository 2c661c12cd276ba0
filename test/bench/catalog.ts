/**
 * Compares forty products with ten thousand: added time to first byte of a page, start-up time with a saved catalog,
 * latency while the whole catalog is read again, and memory of the process after that. Prints a JSON line for each;
 * exit 1 if one exceeds its limit. The backends serve generated products. `SHOP_DATA_DIR` names the data folder of a
 * running sample shop (`npm start`, then `npm run seed -- --products 9960`), whose Medusa is then used as the large
 * one.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ProductCardList } from '#shared/product/product.ts'
import { getJson } from '#test/support/categories.ts'
import { BROWSER, CRAWLER } from '#test/support/read-stream.ts'
import { until } from '#test/support/until.ts'

import { REGIONS } from '../../commerce/src/shop/samples.ts'
import { createFirstByte } from './parts/first-byte.ts'
import { openLargeAndSmall } from './parts/large-and-small.ts'
import { inviteMixedVisitors, type MixedVisitors } from './parts/mixed-visitors.ts'
import { startWatchedShop, type WatchedShop } from './parts/watched-shop.ts'

const ROUNDS = 300
const STARTS = 3
const READS = 8
/** A real Medusa takes a minute for each. */
const REAL_READS = 1
/** Step between products, so that consecutive ones are unlike. */
const STRIDE = 37
const CACHED_MB = 64
const READ_MS = 120_000
const LIMIT = { firstByte: 1.5, readyMs: 3000, delayMs: 50, requestMs: 100, rssMb: 600 }

const folder = await mkdtemp(join(tmpdir(), 'lumenite-scale-'))
const backends = await openLargeAndSmall()
const running = new Set<WatchedShop>()
try {
  await backends.layCatalog(join(folder, 'large'))
  await compareFirstBytes()
  await timeStarts(1)
  await readWhileServing()
  if (!backends.isReal) await timeStarts(2)
} finally {
  for (const shop of running) await shop.stop()
  await backends.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Alternates between both shops, so that other load on the machine affects both. No page is cached. */
async function compareFirstBytes(): Promise<void> {
  const [small, large] = [await start('small', 0), await start('large', 0)]
  const same = await handlesOf(small.url, 0)
  const many = (await Promise.all(Array.from({ length: 40 }, (_, nth) => handlesOf(large.url, nth * 200)))).flat()
  for (const [kind, userAgent] of Object.entries({ streamed: BROWSER, complete: CRAWLER })) {
    const firstByte = createFirstByte()
    const ask = (url: string, handle: string | undefined) => firstByte.of(`${url}/en/shop/product/${handle}`, userAgent)
    const askEach = async (lap: number) => ({
      few: await ask(small.url, same[lap % same.length]),
      same: await ask(large.url, same[lap % same.length]),
      any: await ask(large.url, many[(lap * STRIDE) % many.length]),
    })
    for (let lap = 0; lap < ROUNDS / 2; lap += 1) await askEach(lap)
    const rounds: Awaited<ReturnType<typeof askEach>>[] = []
    for (let lap = 0; lap < ROUNDS; lap += 1) rounds.push(await askEach(lap))
    firstByte.close()
    const middle = (of: 'few' | 'same' | 'any') =>
      at(
        rounds.map((lap) => lap[of]),
        0.5,
      )
    const ms = { few: round(middle('few')), same: round(middle('same')), any: round(middle('any')) }
    const value = Math.max(middle('same'), middle('any')) / middle('few')
    report(`first byte, ${kind}`, value, 'times that of 40 pieces', LIMIT.firstByte, { ms, ...(await sizeOf(large)) })
  }
  await stop(small)
  await stop(large)
}

/** From the start of the process, with the catalog saved by the previous one. */
async function timeStarts(priceLists: number): Promise<void> {
  const times: number[] = []
  for (let nth = 0; nth < STARTS; nth += 1) {
    const shop = await start('large', CACHED_MB)
    times.push(shop.readyMs)
    await stop(shop)
  }
  report('ready from a saved catalogue', Math.max(...times), 'ms', LIMIT.readyMs, {
    starts: times.map(round),
    priceLists,
  })
}

async function readWhileServing(): Promise<void> {
  const shop = await start('large', CACHED_MB)
  const visitors = await inviteMixedVisitors(shop.url)
  const warming = visitors.begin()
  // A starting shop reads the whole catalog; waits until that is done.
  await backends.changeAndRead(shop)
  await warming.end()
  await shop.watch('begin')
  const idle = await visitors.come(5000)
  const quiet = await shop.watch('tell')
  const before = { delayP999: round(quiet.delayP999), requestP999: round(at(idle.waits, 0.999)) }

  await shop.watch('begin')
  const reading = visitors.begin()
  const reads: number[] = []
  for (let nth = 0; nth < (backends.isReal ? REAL_READS : READS); nth += 1)
    reads.push(await backends.changeAndRead(shop))
  const { waits, ...rest } = await reading.end()
  const held = await shop.watch('tell')
  const facts = { reads: reads.map(round), max: round(held.delayMax), ...(await sizeOf(shop)) }
  report('event loop, p99.9 while reading', held.delayP999, 'ms', LIMIT.delayMs, { ...facts, before: before.delayP999 })
  report('request, p99.9 while reading', at(waits, 0.999), 'ms', LIMIT.requestMs, {
    p50: round(at(waits, 0.5)),
    p99: round(at(waits, 0.99)),
    max: round(at(waits, 1)),
    before: before.requestP999,
    requests: waits.length,
    ...rest,
  })

  if (!backends.isReal) await weigh(shop, visitors)
  await visitors.leave()
  await stop(shop)
}

/** With the prices of all regions, and the page cache full. */
async function weigh(shop: WatchedShop, visitors: MixedVisitors): Promise<void> {
  await until(async () => (await shop.status()).catalog.currencies.length === REGIONS.length, READ_MS)
  await visitors.fillCache(CACHED_MB, shop.status)
  const cached = await shop.watch('tell')
  await backends.changeAndRead(shop)
  await visitors.fillCache(CACHED_MB, shop.status)
  const { rss, mostRss } = await shop.watch('tell')
  const { catalog, pages } = await shop.status()
  report('memory of a process', rss, 'MB', LIMIT.rssMb, {
    before: round(cached.rss),
    most: round(mostRss),
    cached: round(pages.bytes / 2 ** 20),
    pages: pages.pages,
    currencies: catalog.currencies,
    products: catalog.products,
  })
}

async function start(size: 'small' | 'large', pageCacheMb: number): Promise<WatchedShop> {
  const shop = await startWatchedShop({ dataDir: join(folder, size), pageCacheMb, ...backends[size] })
  running.add(shop)
  return shop
}

async function stop(shop: WatchedShop): Promise<void> {
  running.delete(shop)
  await shop.stop()
}

async function handlesOf(url: string, offset: number): Promise<string[]> {
  const cards = await getJson<ProductCardList>(`${url}/api/products/all?view=card&limit=40&offset=${offset}`)
  return cards.products.map(({ handle }) => handle)
}

async function sizeOf(shop: WatchedShop): Promise<{ products: number }> {
  return { products: (await shop.status()).catalog.products }
}

function report(name: string, value: number, unit: string, most: number, more: object): void {
  const within = value <= most
  if (!within) process.exitCode = 1
  console.log(JSON.stringify({ name, value: round(value), unit, limit: { most }, within, ...more }))
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

function round(value: number | undefined): number {
  return Math.round((value ?? Number.NaN) * 100) / 100
}
