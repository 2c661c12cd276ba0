/** Cached pages per second and their p99 latency, compared with a bare server that sends the same bytes. */
import { request } from 'undici'

import { findRing } from '#test/support/categories.ts'
import { until } from '#test/support/until.ts'

import { compareWithBare, endAll, start, type ReadyAnswer } from './parts/compare-with-bare.ts'

const ENCODED = { 'accept-encoding': 'br' }

try {
  const shop = await start('cached-shop')
  const { product } = await findRing(shop.url)
  const path = `/en/shop/product/${product.handle}`
  const cached = await until(() => readHit(shop.url + path, ENCODED))
  await compareWithBare('cached page', 0.8, { path, shop, answer: cached, headers: ENCODED })

  // The page may have changed meanwhile: the shop reads delivery prices after its start.
  const now = await until(() => readHit(shop.url + path, ENCODED))
  const known = { ...ENCODED, 'if-none-match': headerOf(now, 'etag') }
  const unchanged = await readHit(shop.url + path, known)
  if (unchanged?.status !== 304) throw new Error(`${path} has changed again`)
  await compareWithBare('cached page, not changed', 0.75, { path, shop, answer: unchanged, headers: known })
} finally {
  await endAll()
}

/** @returns undefined if the page was not cached */
async function readHit(url: string, headers: Record<string, string>): Promise<ReadyAnswer | undefined> {
  const { statusCode, headers: named, body } = await request(url, { headers })
  const bytes = Buffer.from(await body.arrayBuffer())
  if (named['server-timing'] !== 'cache;desc=hit') return undefined
  // Node adds these headers to every response, also on the bare server.
  const own = Object.entries(named).filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  return {
    status: statusCode,
    headers: own.flatMap(([name, value]) => [name, String(value)]),
    body: bytes.toString('base64'),
  }
}

function headerOf({ headers }: ReadyAnswer, name: string): string {
  return headers[headers.indexOf(name) + 1] ?? ''
}
