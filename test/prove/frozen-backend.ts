/**
 * A hanging Medusa (SIGSTOP): every category, product and search page, and every product API request, is answered
 * within a second. The delivery request, which no page waits for, is answered within five. In the countries of all
 * currencies and both locales. First a shop that has saved the prices of all regions, then one that has saved only
 * those of the default region, which it shows with a note. Prints a JSON line for each kind of page; exit 1 if one is
 * late, fails, or shows the prices of one currency with the name of another.
 */
import { join } from 'node:path'

import { until } from '#test/server/catalog/open-catalog.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import {
  copySavedCatalog,
  COUNTRIES,
  freezeMedusa,
  limitOf,
  visitEverything,
  type Visit,
} from '#test/support/frozen-backend.ts'
import { openShop, type OpenShop } from '#test/support/open-shop.ts'

const LIMIT_MS = 1000
/** So many late pages are enough to stop. */
const MOST_LATE = 12
const NOTE = /role="status"[^>]*>[^<]*(?:We’re still loading prices in|Цены в)/
const env = { LOG_LEVEL: 'silent' }

const commerce = await startTestCommerce({ name: 'prove-frozen' })
let running: OpenShop | undefined
let frozen: ReturnType<typeof freezeMedusa> | undefined
try {
  running = await openShop(commerce, { folder: 'all', env })
  const { app } = running
  await until('the prices of all regions are loaded', () => app.catalog.status().currencies.length === COUNTRIES.size)
  await running.stop()

  frozen = freezeMedusa(commerce)
  running = await openShop(commerce, { folder: 'all', env })
  await prove('all prices saved', running, (country) => COUNTRIES.get(country) ?? '')
  await running.stop()

  await copySavedCatalog(join(commerce.dataDir, 'all'), join(commerce.dataDir, 'default'), 'USD')
  running = await openShop(commerce, { folder: 'default', env })
  await prove('default prices saved', running, () => 'USD')

  frozen.resume()
  const began = performance.now()
  const { catalog } = running.app
  await until('the prices of all regions come', () => catalog.status().currencies.length === COUNTRIES.size, 60_000)
  const ms = Math.round(performance.now() - began)
  report({ name: 'own prices once the backend is back', value: ms, unit: 'ms', budget: 60_000, within: true })
  await prove('after it', running, (country) => COUNTRIES.get(country) ?? '')
} finally {
  frozen?.resume()
  await running?.stop()
  await commerce.stop()
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
    const budget = limitOf(kind, LIMIT_MS)
    report({
      name: `${kind}, ${when}`,
      value: Math.round(ms),
      unit: 'ms',
      budget,
      within: ms <= budget,
      slowest: `${country} ${path}`,
      asked: counts.get(kind),
    })
  }
  report({
    name: `wrong answers, ${when}`,
    value: wrong.length,
    unit: 'answers',
    budget: 0,
    within: wrong.length === 0,
    first: wrong.slice(0, 5),
  })
}

function report(line: { within: boolean } & Record<string, unknown>): void {
  if (!line.within) process.exitCode = 1
  console.log(JSON.stringify(line))
}
