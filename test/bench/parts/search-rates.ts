import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { Pool } from 'undici'

import { RELEVANCE_TABLE } from '#test/server/catalog/search/relevance-table.ts'

import { endChild } from './end-child.ts'

const CONNECTIONS = 10
const ROUND_MS = 3000
const ROUNDS = 3

interface Servers {
  shop: string
  medusa: string
  publishableKey: string
}

export interface SearchRates {
  /** Searches per second, by round. */
  shop: number[]
  medusa: number[]
  /** Number of different queries. */
  queries: number
}

/**
 * Searches per second of the shop's API and of the backend's, over the same sample shop. Only queries with results in
 * the backend are used, so that both return a similar amount.
 */
export async function measureSearchRates(): Promise<SearchRates> {
  const child = fork(join(import.meta.dirname, 'search-servers.ts'), { stdio: ['ignore', 2, 2, 'ipc'] })
  try {
    const [servers] = (await Promise.race([once(child, 'message'), childEnd()])) as [Servers]
    const headers = { 'x-publishable-api-key': servers.publishableKey }
    const queries = await queriesOfBoth(servers)
    const shopPaths = queries.map((q) => `/api/products/search?view=card&${new URLSearchParams({ q })}`)
    const medusaPaths = queries.map((q) => `/store/products?${new URLSearchParams({ q })}`)
    const rates: SearchRates = { shop: [], medusa: [], queries: queries.length }
    // Alternates between both, so that other load on the machine affects both. The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const medusa = await askFor(servers.medusa, medusaPaths, headers)
      const shop = await askFor(servers.shop, shopPaths, {})
      if (round === 0) continue
      rates.medusa.push(medusa)
      rates.shop.push(shop)
    }
    return rates
  } finally {
    await endChild(child)
  }

  async function childEnd(): Promise<never> {
    const [code] = (await once(child, 'exit')) as [number | null]
    throw new Error(`the servers ended before they were ready (${code ?? 'by a signal'})`)
  }
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

/** @returns responses per second */
async function askFor(origin: string, paths: readonly string[], headers: Record<string, string>): Promise<number> {
  const pool = new Pool(origin, { connections: CONNECTIONS })
  const started = performance.now()
  let answers = 0
  const ask = async (): Promise<void> => {
    while (performance.now() - started < ROUND_MS) {
      const path = paths[answers % paths.length] ?? '/'
      answers += 1
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      await body.dump({ limit: 10_000_000 })
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  return answers / seconds
}
