/** Cached pages per second and their p99 latency, compared with a bare server that sends the same bytes. */
import { findRing } from '#test/support/categories.ts'
import { openProgram } from '#test/support/program.ts'
import { until } from '#test/support/until.ts'

import { compareWithBare, readAnswer, startServer } from './parts/compare-with-bare.ts'

const ENCODED = { 'accept-encoding': 'br' }

await using t = openProgram()
const shop = await startServer(t, 'shop.ts')
const { product } = await findRing(shop.url)
const path = `/en/shop/product/${product.handle}`
const cached = await until(() => readHit(ENCODED))
await compareWithBare(t, 'cached page', 0.75, { path, shop, answer: cached.answer, headers: ENCODED })

// The page may have changed meanwhile: the shop reads delivery prices after its start.
const now = await until(() => readHit(ENCODED))
const known = { ...ENCODED, 'if-none-match': String(now.named['etag']) }
const unchanged = await readHit(known)
if (unchanged?.answer.status !== 304) throw new Error(`${path} has changed again`)
await compareWithBare(t, 'cached page, not changed', 0.75, { path, shop, answer: unchanged.answer, headers: known })

async function readHit(headers: Record<string, string>) {
  const read = await readAnswer(shop.url + path, headers)
  return read.named['server-timing'] === 'cache;desc=hit' ? read : undefined
}
