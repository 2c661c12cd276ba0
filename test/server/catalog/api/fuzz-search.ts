import { fuzz, isErrorAnswer, parse, type FuzzResult } from '#test/support/fuzz.ts'
import { createRandom } from '#test/support/random.ts'

import { nastyQuery } from './nasty-queries.ts'

const CALLS = ['/api/products/search', '/api/products/search', '/api/products/suggestions']
const PAGES = ['/en/search', '/ru/search']
const WORDS = ['ring', 'halo', 'gold', 'oval', 'earrings', 'silver']

interface FuzzOptions {
  origin: string
  queries: number
  pages: number
  seed: number
}

interface SearchFuzzResult extends FuzzResult {
  /** The p99.9 of ordinary searches on the same machine, in milliseconds of work. */
  ordinary: number
  shown: number
}

export async function fuzzSearch({ origin, queries, pages, seed }: FuzzOptions): Promise<SearchFuzzResult> {
  const random = createRandom(seed)
  const next = (paths: readonly string[]) => () => {
    const { search, token } = nastyQuery(random)
    return { path: `${random.pick(paths)}?${search}`, token }
  }
  const calls = await fuzz({
    origin,
    requests: queries,
    next: next(CALLS),
    isRight: (status, text, _address, type) =>
      type.startsWith('application/json') &&
      (status === 200 ? parse(text) !== undefined : status === 400 && isErrorAnswer(status, text)),
  })
  const ordinary = await fuzz({
    origin,
    requests: queries,
    next: () => ({ path: `/api/products/search?q=${random.pick(WORDS)}` }),
    isRight: (status) => status === 200,
  })
  let shown = 0
  const seen = await fuzz({
    origin,
    requests: pages,
    next: next(PAGES),
    isRight(status, text, { path, token }, type) {
      if (text.includes(token)) shown += 1
      const isPage = status === 200 && type.startsWith('text/html') && !reflects(text, token)
      // Only invalid bytes and overlong paths are refused without a page.
      return isPage || (status === 400 && path.includes('\u00ff')) || (status === 414 && path.length > 8192)
    },
  })
  const statuses = { ...calls.statuses }
  for (const [status, count] of Object.entries(seen.statuses))
    statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count
  const growthMb = calls.growthMb + seen.growthMb
  return { ...calls, statuses, growthMb, wrong: [...calls.wrong, ...seen.wrong], ordinary: ordinary.p999, shown }
}

export function reflects(html: string, token: string): boolean {
  const outsideOfData = html.replaceAll(/<script type="application\/json"[^]*?<\/script>/g, '')
  return (
    html.includes(`<${token}`) || new RegExp(`<[^>"']*("[^"]*"[^>"']*|'[^']*'[^>"']*)* ${token}=`).test(outsideOfData)
  )
}
