/**
 * Soak test: `MINUTES` (10) of mixed traffic. The catalog is read every half minute, and Medusa is down for a minute.
 * No page view may fail, and memory must not grow. Runs on this machine only, and ends by itself.
 */
import { setTimeout as pause } from 'node:timers/promises'

import { environmentOfImage } from '#test/prove/image/dockerfile.ts'
import { createAsk, interval, peakOf, type Answer } from '#test/prove/soak/traffic.ts'
import { inviteVisitors } from '#test/prove/soak/visitors.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { residentMegabytes } from '#test/support/process-memory.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { openProgram, report } from '#test/support/program.ts'
import { createRandom } from '#test/support/random.ts'
import { startRedisServer } from '#test/support/redis-server.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { signedCall } from '#test/support/sign-call.ts'

const MINUTES = Number(process.env['MINUTES'] ?? 10)
const TOTAL_MS = MINUTES * 60_000
/** A fraction of the run. The fault is over before the second half, which is used for the memory check. */
const AWAY_FROM = 0.25
const AWAY_MS = Math.min(60_000, TOTAL_MS * 0.2)
const REFRESH_MS = 30_000
const SHARE = 0.7
const PAGES_PER_SECOND = 20
const SEARCHES_PER_SECOND = 5
const PEAK = { atOnce: 8, seconds: 5 }
const MOST_GROWTH = 5
const MOSTLY = 0.8
const LOOK_MS = 1000
/** Memory between garbage collections goes up and down. The minimum is what is really used. */
const LOW_WATER = 0.1

await using t = openProgram()
const commerce = await openCommerce(t, { name: 'soak', signal: t.signal })
const redis = await startRedisServer(t)
const settings = shopEnvironment(commerce, 'storefront')
const shop = startShopProcess(t, {
  env: {
    ...environmentOfImage(settings.DATA_DIR),
    ...settings,
    REDIS_URL: redis.url,
    TRUST_PROXY: '127.0.0.1',
  },
})
const url = await shop.ready()
const { ask, close } = createAsk(64)
t.teardown(close)
const random = createRandom(20_261_122)
const visitors = await inviteVisitors(url, commerce, ask, random)

const images = SHARE * (await peakOf(visitors.picture, PEAK))
const carts = SHARE * (await peakOf(visitors.changeAlone, PEAK))

const failed: string[] = []
const answered = new Map<string, number>()
const count = (kind: string, isView: boolean) => (answer: Answer) => {
  const key = `${kind} ${answer.status}`
  answered.set(key, (answered.get(key) ?? 0) + 1)
  if (!isView || (answer.status === 200 && answer.body.trimEnd().endsWith('</html>'))) return
  failed.push(`${kind}: ${answer.problem ?? answer.status}`)
}
const refresh = () =>
  signedCall(`${url}/api/_internal/catalog/refresh`, { product_ids: [], all: true }, commerce.secret)
const over = new AbortController()
const signal = AbortSignal.any([over.signal, t.signal])
const memory = watchMemory(shop.pid)
t.teardown(memory.stop)
const began = performance.now()
const until = (part: number) => pause(Math.max(0, began + part * TOTAL_MS - performance.now()), undefined, { signal })
const traffic = [
  interval(() => visitors.browse().then(count('page', true)), { perSecond: PAGES_PER_SECOND, atOnce: 16, signal }),
  interval(() => visitors.search().then(count('search', true)), {
    perSecond: SEARCHES_PER_SECOND,
    atOnce: 8,
    signal,
  }),
  interval(() => visitors.picture().then(count('picture', false)), { perSecond: images, atOnce: 32, signal }),
  interval(() => visitors.change().then(count('cart', false)), { perSecond: carts, atOnce: 8, signal }),
  interval(() => refresh().catch((error: unknown) => failed.push(`refresh: ${String(error)}`)), {
    perSecond: 1000 / REFRESH_MS,
    atOnce: 1,
    signal,
  }),
]
await until(AWAY_FROM)
await commerce.kill()
await pause(AWAY_MS, undefined, { signal })
await commerce.start()
await until(1)
over.abort()
const done = await Promise.all(traffic)
const seconds = (performance.now() - began) / 1000

const examples = [...new Set(failed)].slice(0, 5)
report('soak/failed page views', { value: failed.length, unit: 'views', most: 0, examples })
report('soak/growth of memory', { value: memory.growth(), unit: '%', most: MOST_GROWTH, lastMb: memory.last() })
const wanted = { pages: PAGES_PER_SECOND, searches: SEARCHES_PER_SECOND, pictures: images, 'changes of carts': carts }
for (const [place, [kind, rate]] of Object.entries(wanted).entries())
  report(`soak/${kind}`, { value: (done[place] ?? 0) / seconds, unit: '/s', least: MOSTLY * rate, wanted: rate })
console.log(`# memory in MB: ${memory.course().join(' ')}`)
console.log(`# answers: ${JSON.stringify(Object.fromEntries(answered))}`)

function watchMemory(pid: number) {
  const samples: number[] = []
  const timer = setInterval(() => {
    try {
      samples.push(residentMegabytes(pid))
    } catch {
      samples.push(0)
    }
  }, LOOK_MS)
  return {
    stop: () => clearInterval(timer),
    growth() {
      const [half, last] = [Math.floor(samples.length / 2), Math.floor(samples.length * 0.75)]
      return (lowWater(samples.slice(last)) / lowWater(samples.slice(half, last)) - 1) * 100
    },
    last: () => samples.at(-1) ?? 0,
    course: () =>
      Array.from({ length: 20 }, (_, place) =>
        Math.round(samples[Math.floor(((samples.length - 1) * place) / 19)] ?? 0),
      ),
  }
}

function lowWater(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * LOW_WATER)] ?? 0
}
