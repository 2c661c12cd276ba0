/**
 * Cached images per second, compared with a bare server that sends the same bytes; the time until an uncached image is
 * made; and the p99 latency of cached pages while images are made.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { request } from 'undici'

import { IMAGE_WIDTHS } from '#shared/images/image-url.ts'
import { createAsk, interval } from '#test/prove/soak/traffic.ts'
import { findRing } from '#test/support/categories.ts'
import { median, openProgram, percentile, report, rounded } from '#test/support/program.ts'
import { until } from '#test/support/until.ts'

import { compareWithBare, readAnswer, startServer } from './parts/compare-with-bare.ts'

const MANIFEST = join(import.meta.dirname, '../../content/media/manifest.json')
const BROWSER = { accept: 'image/avif,image/webp,*/*;q=0.8' }
const PAGES_PER_SECOND = 250
const ASKED_AT_ONCE = 8
const SECONDS = 5
const ROUNDS = 3
const MOST_LATER_MS = 10

await using t = openProgram()
const shop = await startServer(t, 'shop.ts', { args: ['own-images'] })
const { product } = await findRing(shop.url)
const page = `${shop.url}/en/shop/product/${product.handle}`
const files = (JSON.parse(await readFile(MANIFEST, 'utf8')) as { file: string }[]).map(({ file }) => file)
const addresses = IMAGE_WIDTHS.flatMap((width) => files.map((file) => `${shop.url}/_image/${width}/${file}`))
await until(async () => (await request(page)).headers['server-timing'] === 'cache;desc=hit')

const quiet = await pagesWhile(async () => {})
const waited: number[] = []
const busy = await pagesWhile(async (ask, signal) => {
  while (!signal.aborted && addresses.length > 0) {
    const began = performance.now()
    const { status } = await ask(addresses.shift() ?? '', { headers: BROWSER })
    if (status !== 200) throw new Error(`An image was answered with ${status}.`)
    waited.push(performance.now() - began)
  }
})
const alone = median(quiet)
report('cached page while images are made, p99', {
  value: median(busy),
  unit: 'ms',
  most: alone + MOST_LATER_MS,
  alone,
  rounds: busy.map((ms) => rounded(ms)),
  pagesPerSecond: PAGES_PER_SECOND,
  imagesPerSecond: waited.length / (SECONDS * ROUNDS),
  askedAtOnce: ASKED_AT_ONCE,
  waitedMs: median(waited),
})

const [path = ''] = new RegExp(`/_image/640/[^\\s,"]+`).exec(await (await fetch(page)).text()) ?? []
const { answer } = await until(async () => {
  const read = await readAnswer(shop.url + path, BROWSER)
  // A larger image comes until the smaller one is made.
  return read.named['content-type'] === 'image/avif' && read
}, 120_000)
await compareWithBare(t, 'cached image', 0.75, { path, shop, answer, headers: BROWSER })

async function pagesWhile(
  task: (ask: ReturnType<typeof createAsk>['ask'], signal: AbortSignal) => Promise<void>,
): Promise<number[]> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const pages = createAsk(16)
    const others = createAsk(ASKED_AT_ONCE)
    const signal = AbortSignal.timeout(SECONDS * 1000)
    const took: number[] = []
    const look = async () => {
      const began = performance.now()
      const { status } = await pages.ask(page, { headers: { 'accept-encoding': 'br' } })
      if (status !== 200) throw new Error(`A page was answered with ${status}.`)
      took.push(performance.now() - began)
    }
    await Promise.all([
      interval(look, { perSecond: PAGES_PER_SECOND, atOnce: 16, signal }),
      ...Array.from({ length: ASKED_AT_ONCE }, () => task(others.ask, signal)),
    ])
    pages.close()
    others.close()
    rounds.push(percentile(took, 0.99))
  }
  return rounds
}
