/**
 * A hanging Medusa (SIGSTOP): every category, product and search page, and every product API request, is answered
 * within a second. The delivery request, which no page waits for, is answered within five. In the countries of all
 * currencies and both locales. First a shop that has saved the prices of all regions, then one that has saved only
 * those of the default region, which it shows with a note. No page shows the prices of one currency with the name of
 * another.
 */
import { join } from 'node:path'

import { until } from '#test/server/catalog/open-catalog.ts'
import {
  copySavedCatalog,
  COUNTRIES,
  freezeMedusa,
  limitOf,
  visitEverything,
  type Visit,
} from '#test/support/frozen-backend.ts'
import { openShop, type OpenShop } from '#test/support/open-shop.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { openProgram, report } from '#test/support/program.ts'

const LIMIT_MS = 1000
const MOST_LATE = 12
const NOTE = /role="status"[^>]*>[^<]*(?:We’re still loading prices in|Цены в)/
const env = { LOG_LEVEL: 'silent' }

await using t = openProgram()
const commerce = await openCommerce(t, { name: 'prove-frozen' })
const first = await openShop(commerce, { folder: 'all', env })
await untilAllPrices(first)
await first.stop()

const frozen = freezeMedusa(commerce)
t.teardown(frozen.resume)
const second = await openShop(commerce, { folder: 'all', env })
await prove('all prices saved', second, (country) => COUNTRIES.get(country) ?? '')
await second.stop()

await copySavedCatalog(join(commerce.dataDir, 'all'), join(commerce.dataDir, 'default'), 'USD')
const last = await openShop(commerce, { folder: 'default', env })
t.teardown(last.stop)
await prove('default prices saved', last, () => 'USD')

frozen.resume()
const began = performance.now()
await untilAllPrices(last)
const value = performance.now() - began
report('own prices once the backend is back', { value, unit: 'ms', most: 60_000 })
await prove('after it', last, (country) => COUNTRIES.get(country) ?? '')

async function untilAllPrices({ app: { catalog } }: OpenShop): Promise<void> {
  await until('the prices of all regions come', () => catalog.status().currencies.length === COUNTRIES.size, 60_000)
}

async function prove(when: string, shop: OpenShop, currencyIn: (country: string) => string): Promise<void> {
  const slowest = new Map<string, Visit>()
  const counts = new Map<string, number>()
  const wrong: string[] = []
  let late = 0
  await visitEverything(shop, {
    onVisit(visit) {
      const { kind, path, country, status, ms, body } = visit
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      if (ms > (slowest.get(kind)?.ms ?? 0)) slowest.set(kind, visit)
      if (ms > limitOf(kind, LIMIT_MS)) late += 1
      if (status !== 200) wrong.push(`${status} ${country} ${path}`)
      const [own, shown] = [COUNTRIES.get(country) ?? '', currencyIn(country)]
      if (kind.endsWith('page')) {
        const hasNote = NOTE.test(body)
        if (hasNote !== (own !== shown)) wrong.push(`${hasNote ? 'a' : 'no'} note ${country} ${path}`)
        if (!new RegExp(`aria-label="[^"]*: ${shown}[ "]`).test(body))
          wrong.push(`another currency in the footer ${country} ${path}`)
        if (kind === 'product page' && !body.includes(`"priceCurrency":"${shown}"`))
          wrong.push(`other prices ${country} ${path}`)
      }
      return late <= MOST_LATE
    },
  })
  for (const [kind, { ms, path, country }] of slowest) {
    const facts = { slowest: `${country} ${path}`, asked: counts.get(kind) }
    report(`${kind}, ${when}`, { value: ms, unit: 'ms', most: limitOf(kind, LIMIT_MS), ...facts })
  }
  report(`wrong answers, ${when}`, { value: wrong.length, unit: 'answers', most: 0, first: wrong.slice(0, 5) })
}
