import { RELEVANCE_TABLE } from '#test/server/catalog/search/relevance-table.ts'
import type { Program } from '#test/support/program.ts'

import { askFor } from './ask-for.ts'
import { alternate } from './compare-with-bare.ts'
import { startPart } from './part.ts'

const CONNECTIONS = 10
const ROUND_MS = 3000
const ROUNDS = 3

interface Servers {
  shop: string
  medusa: string
  publishableKey: string
}

/**
 * Searches per second, by round, of the shop's API and of the backend's, over the same sample shop. Only queries with
 * results in the backend are used, so that both return a similar amount.
 */
export async function measureSearchRates(t: Program) {
  const { facts: servers } = await startPart<Servers>(t, 'search-servers.ts')
  const queries = await queriesOfBoth(servers)
  const shopPaths = queries.map((q) => `/api/products/search?view=card&${new URLSearchParams({ q })}`)
  const medusaPaths = queries.map((q) => `/store/products?${new URLSearchParams({ q })}`)
  const options = { connections: CONNECTIONS, ms: ROUND_MS }
  const headers = { 'x-publishable-api-key': servers.publishableKey }
  const rounds = await alternate(ROUNDS, {
    bare: () => askFor(servers.medusa, medusaPaths, { ...options, headers }),
    shop: () => askFor(servers.shop, shopPaths, options),
  })
  const [shop = [], medusa = []] = (['shop', 'bare'] as const).map((one) => rounds.map((round) => round[one].perSecond))
  return { shop, medusa, queries: queries.length }
}

async function queriesOfBoth({ shop, medusa, publishableKey }: Servers): Promise<string[]> {
  const finds = async (url: string, q: string) => {
    const response = await fetch(`${url}${new URLSearchParams({ q })}`, {
      headers: { 'x-publishable-api-key': publishableKey },
    })
    return ((await response.json()) as { count: number }).count > 0
  }
  const both: string[] = []
  for (const q of new Set(RELEVANCE_TABLE.filter(({ locale }) => locale === 'en').map((row) => row.q))) {
    if ((await finds(`${medusa}/store/products?`, q)) && (await finds(`${shop}/api/products/search?`, q))) both.push(q)
  }
  return both
}
