/**
 * A hanging Medusa (SIGSTOP): every category, product and search page, and every product API request, is answered
 * within a second. The delivery request, which no page waits for, is answered within five. In the countries of all
 * currencies and both locales. Every page shows the prices of the country.
 */
import { COUNTRIES, freezeMedusa, limitOf, visitEverything, type Visit } from '#test/support/frozen-backend.ts'
import { openShop, type OpenShop } from '#test/support/open-shop.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { openProgram, report } from '#test/support/program.ts'
import { untilRead } from '#test/support/until-catalog.ts'

const LIMIT_MS = 1000
const MOST_LATE = 12
const env = { LOG_LEVEL: 'silent' }

await using t = openProgram()
const commerce = await openCommerce(t, { name: 'prove-frozen' })
const first = await openShop(commerce, { folder: 'all', env })
await untilRead(first.app)
await first.stop()

const frozen = freezeMedusa(commerce)
t.teardown(frozen.resume)
const second = await openShop(commerce, { folder: 'all', env })
t.teardown(second.stop)
await prove('frozen', second)
frozen.resume()
await prove('after it', second)

async function prove(when: string, shop: OpenShop): Promise<void> {
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
      const shown = COUNTRIES.get(country) ?? ''
      if (kind.endsWith('page')) {
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
