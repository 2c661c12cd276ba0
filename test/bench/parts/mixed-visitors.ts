import { setTimeout as pause } from 'node:timers/promises'

import type { ProductCardList } from '#shared/product/product.ts'
import { createAsk, interval } from '#test/prove/soak/traffic.ts'
import { getJson } from '#test/support/categories.ts'
import { createRandom } from '#test/support/random.ts'

import type { ShopStatus } from './watched-shop.ts'

export type MixedVisitors = Awaited<ReturnType<typeof inviteMixedVisitors>>

/** Requests per second; together as many as a million visits of five pages a day. */
const RATES = { cached: 40, rendered: 10, list: 5, narrowed: 5, search: 5, suggest: 5 }
const AT_ONCE = 16
const POPULAR = 20
/** Share of the page cache for pages without filters, and for all pages. */
const PLAIN = 0.74
const FULL = 0.98
const ROUND = 20
const MAX_TICKS = 500
const LIST_PAGES = 200
const QUERIES = ['ring', 'кольцо', 'oval', 'earings', 'gold pendant', 'wedding', 'серьги', 'halo', 'round solitaire']
const CATEGORIES = ['rings', 'earrings', 'necklaces', 'bracelets']

export async function inviteMixedVisitors(url: string) {
  const { ask, close } = createAsk(64)
  const random = createRandom(20_261_122)
  const handles = await everyHandle(url)
  const locale = () => random.pick(['en', 'ru'])
  const pageOf = (handle: string) => `/${locale()}/shop/product/${handle}`
  const paths: Record<keyof typeof RATES, () => string> = {
    cached: () => pageOf(handles[random.below(POPULAR)] ?? ''),
    // Unknown query parameters prevent caching.
    rendered: () => `${pageOf(random.pick(handles))}?seen=${random.below(1e9)}`,
    list: () => `/${locale()}/shop/${random.pick(CATEGORIES)}`,
    narrowed: () => `/api/products/rings?view=card&facets=true&metal=platinum&price=${100 + random.below(2000)}-`,
    search: () => `/${locale()}/search?q=${encodeURIComponent(random.pick(QUERIES))}`,
    suggest: () =>
      `/api/products/suggestions?lang=${locale()}&q=${encodeURIComponent(random.pick(QUERIES).slice(0, 3))}`,
  }

  async function look(path: string): Promise<number> {
    const began = performance.now()
    const { status, problem } = await ask(url + path)
    if (status !== 200) throw new Error(`${path} answered ${problem ?? status}`)
    return performance.now() - began
  }

  function begin() {
    const end = new AbortController()
    const waits: number[] = []
    const began = performance.now()
    const all = Promise.all(
      Object.entries(RATES).map(([kind, perSecond]) =>
        interval(async () => waits.push(await look(paths[kind as keyof typeof RATES]())), {
          perSecond,
          atOnce: AT_ONCE,
          signal: end.signal,
          random,
        }),
      ),
    )
    // The first error is reported, also if it is another one.
    all.catch(() => {})
    return {
      async end() {
        end.abort()
        await all
        return { waits, perSecond: Math.round(waits.length / ((performance.now() - began) / 1000)) }
      },
    }
  }

  return {
    begin,
    async come(ms: number) {
      const { end } = begin()
      await pause(ms)
      return end()
    },
    async fillCache(megabytes: number, status: () => Promise<ShopStatus>) {
      const isFull = async (share: number) => (await status()).pages.bytes > share * megabytes * 2 ** 20
      const fill = async (share: number, pathsOf: (lap: number) => string[]) => {
        for (let lap = 0; !(await isFull(share)); lap += 1) {
          if (lap > MAX_TICKS) throw new Error('The number of cached pages never reaches its limit.')
          await Promise.all(pathsOf(lap).map(look))
        }
      }
      const roundOf = (lap: number) => Array.from({ length: ROUND }, (_, nth) => lap * ROUND + nth)
      await fill(PLAIN, (lap) => roundOf(lap).map((nth) => `/en/shop/product/${handles[nth % handles.length]}`))
      await fill(FULL, (lap) => roundOf(lap).map((nth) => `/en/shop/viewAll?page=${2 + (nth % LIST_PAGES)}`))
    },
    leave: async () => close(),
  }
}

async function everyHandle(url: string): Promise<string[]> {
  const handles: string[] = []
  for (let count = 1; handles.length < count;) {
    const list = await getJson<ProductCardList>(`${url}/api/products/all?view=card&limit=200&offset=${handles.length}`)
    count = list.count
    handles.push(...list.products.map(({ handle }) => handle))
  }
  return handles
}
