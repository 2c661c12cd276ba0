/**
 * Compares forty products with ten thousand: added time to first byte of a page, start-up time with a saved catalog,
 * latency while the whole catalog is read again, and memory of the process after that. The backends serve generated
 * products.
 */
import { join } from 'node:path'

import type { ProductCardList } from '#shared/product/product.ts'
import { createAsk } from '#test/prove/soak/traffic.ts'
import { getJson } from '#test/support/categories.ts'
import { median, openProgram, percentile, report, rounded } from '#test/support/program.ts'
import { BROWSER, CRAWLER } from '#test/support/read-stream.ts'

import { openLargeAndSmall } from './parts/large-and-small.ts'
import { inviteMixedVisitors, type MixedVisitors } from './parts/mixed-visitors.ts'
import { startWatchedShop, type WatchedShop } from './parts/watched-shop.ts'

const ROUNDS = 300
const STARTS = 3
const READS = 8
/** Step between products, so that consecutive ones are unlike. */
const STRIDE = 37
const CACHED_MB = 64
/** `delayMs` and `requestMs` are what a read of the catalog may add. */
const LIMIT = { firstByte: 2, readyMs: 10_000, delayMs: 50, requestMs: 100, rssMb: 900 }

await using t = openProgram()
const folder = t.testdir()
const backends = await openLargeAndSmall(t)
await compareFirstBytes()
await timeStarts()
await readWhileServing()

async function compareFirstBytes(): Promise<void> {
  const [small, large] = [await start('small', 0), await start('large', 0)]
  const same = await handlesOf(small.url, 0)
  const many = (await Promise.all(Array.from({ length: 40 }, (_, nth) => handlesOf(large.url, nth * 200)))).flat()
  for (const [kind, userAgent] of Object.entries({ streamed: BROWSER, complete: CRAWLER })) {
    const line = createAsk(1)
    const headers = { 'user-agent': userAgent, accept: 'text/html' }
    const ask = async (url: string, handle: string | undefined) => {
      const { status, firstByteMs } = await line.ask(`${url}/en/shop/product/${handle}`, { headers })
      if (status !== 200 || firstByteMs === undefined) throw new Error(`${url} answered ${status}`)
      return firstByteMs
    }
    const askEach = async (lap: number) => ({
      few: await ask(small.url, same[lap % same.length]),
      same: await ask(large.url, same[lap % same.length]),
      any: await ask(large.url, many[(lap * STRIDE) % many.length]),
    })
    for (let lap = 0; lap < ROUNDS / 2; lap += 1) await askEach(lap)
    const rounds: Awaited<ReturnType<typeof askEach>>[] = []
    for (let lap = 0; lap < ROUNDS; lap += 1) rounds.push(await askEach(lap))
    line.close()
    const middle = (of: 'few' | 'same' | 'any') => rounded(median(rounds.map((lap) => lap[of])))
    const ms = { few: middle('few'), same: middle('same'), any: middle('any') }
    const value = Math.max(ms.same, ms.any) / ms.few
    const unit = 'times that of 40 pieces'
    report(`first byte, ${kind}`, { value, unit, most: LIMIT.firstByte, ms, ...(await sizeOf(large)) })
  }
  await small.stop()
  await large.stop()
}

async function timeStarts(): Promise<void> {
  const times: number[] = []
  for (let nth = 0; nth < STARTS; nth += 1) {
    const shop = await start('large', CACHED_MB)
    times.push(shop.readyMs)
    await shop.stop()
  }
  const value = Math.max(...times)
  report('ready from a saved catalogue', { value, unit: 'ms', most: LIMIT.readyMs, starts: times })
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
  const before = rounded(percentile(idle.waits, 0.999))

  await shop.watch('begin')
  const reading = visitors.begin()
  const reads: number[] = []
  for (let nth = 0; nth < READS; nth += 1) reads.push(await backends.changeAndRead(shop))
  const { waits, ...rest } = await reading.end()
  const held = await shop.watch('tell')
  report('event loop, p99.9 while reading', {
    value: held.delayP999,
    unit: 'ms',
    most: quiet.delayP999 + LIMIT.delayMs,
    reads: reads.map((ms) => rounded(ms)),
    max: held.delayMax,
    before: quiet.delayP999,
    ...(await sizeOf(shop)),
  })
  report('request, p99.9 while reading', {
    value: percentile(waits, 0.999),
    unit: 'ms',
    most: before + LIMIT.requestMs,
    p50: median(waits),
    p99: percentile(waits, 0.99),
    max: percentile(waits, 1),
    before,
    requests: waits.length,
    ...rest,
  })

  await weigh(shop, visitors)
  await visitors.leave()
  await shop.stop()
}

async function weigh(shop: WatchedShop, visitors: MixedVisitors): Promise<void> {
  await visitors.fillCache(CACHED_MB, shop.status)
  const cached = await shop.watch('tell')
  await backends.changeAndRead(shop)
  await visitors.fillCache(CACHED_MB, shop.status)
  const { rss, mostRss } = await shop.watch('tell')
  const { catalog, pages } = await shop.status()
  report('memory of a process', {
    value: rss,
    unit: 'MB',
    most: LIMIT.rssMb,
    before: cached.rss,
    mostRss,
    cached: pages.bytes / 2 ** 20,
    pages: pages.pages,
    currencies: catalog.currencies,
    products: catalog.products,
  })
}

async function start(size: 'small' | 'large', pageCacheMb: number): Promise<WatchedShop> {
  return startWatchedShop(t, { dataDir: join(folder, size), pageCacheMb, ...backends[size] })
}

async function handlesOf(url: string, offset: number): Promise<string[]> {
  const cards = await getJson<ProductCardList>(`${url}/api/products/all?view=card&limit=40&offset=${offset}`)
  return cards.products.map(({ handle }) => handle)
}

async function sizeOf(shop: WatchedShop): Promise<{ products: number }> {
  return { products: (await shop.status()).catalog.products }
}
