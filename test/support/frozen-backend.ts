import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { LOCALES } from '#shared/i18n/locale.ts'

import { catalogPaths } from './categories.ts'
import type { TestCommerce } from './commerce.ts'
import type { OpenShop } from './open-shop.ts'

export const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['US', 'USD'],
  ['GB', 'GBP'],
  ['DE', 'EUR'],
  ['CA', 'CAD'],
  ['AU', 'AUD'],
  ['JP', 'JPY'],
  ['IL', 'ILS'],
  ['CH', 'CHF'],
])

export interface Visit {
  kind: string
  path: string
  country: string
  status: number
  ms: number
  body: string
}

interface VisitOptions {
  countries?: readonly string[]
  locales?: readonly string[]
  atOnce?: number
  onVisit: (visit: Visit) => boolean | void
}

/** The delivery request may wait for the backend; no page waits for its dates. */
const DELIVERY_MS = 5000

const SEARCHES = ['ring', 'кольцо', 'moissanite earings', 'zzzz']
/** Longer than the limit of any page, so that a page that waits for the backend is detected without waiting for it. */
const MOST_MS = 30_000

export function limitOf(kind: string, limitMs: number): number {
  return kind === 'delivery call' ? DELIVERY_MS : limitMs
}

/** Freezes the Medusa process (SIGSTOP) like a hanging machine: its port is open, and nothing responds. */
export function freezeMedusa({ dataDir }: TestCommerce): { resume: () => void } {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'run/medusa.json'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGSTOP')
  let isFrozen = true
  return {
    resume() {
      if (isFrozen) process.kill(pid, 'SIGCONT')
      isFrozen = false
    },
  }
}

export async function visitEverything(
  { url }: Pick<OpenShop, 'url'>,
  { countries = [...COUNTRIES.keys()], locales = LOCALES, atOnce = 4, onVisit }: VisitOptions,
): Promise<void> {
  const paths = await catalogPaths(url)
  const visits: [kind: string, path: string, country: string][] = []
  for (const country of countries) {
    for (const locale of locales) {
      for (const path of paths) {
        const kind = path.startsWith('/shop/product/') ? 'product page' : path === '' ? 'home page' : 'category page'
        visits.push([kind, `/${locale}${path}`, country])
      }
      for (const query of SEARCHES.map(encodeURIComponent)) {
        visits.push(['search page', `/${locale}/search?q=${query}`, country])
        visits.push(['search call', `/api/products/search?q=${query}&lang=${locale}`, country])
        visits.push(['suggestions call', `/api/products/suggestions?q=${query}&products=3&lang=${locale}`, country])
      }
      const handle = paths.at(-1)?.split('/').at(-1) ?? ''
      visits.push(['list call', `/api/products/all?lang=${locale}`, country])
      visits.push(['product call', `/api/products/handle/${handle}?lang=${locale}`, country])
      visits.push(['delivery call', `/api/visitor/delivery?lang=${locale}`, country])
    }
  }
  let next = 0
  const visitor = async (): Promise<void> => {
    while (next < visits.length) {
      const visit = visits[next++]
      if (!visit) return
      const [kind, path, country] = visit
      const began = performance.now()
      const response = await fetch(url + path, {
        headers: { cookie: `user_country=${country}`, accept: kind.endsWith('page') ? 'text/html' : '*/*' },
        signal: AbortSignal.timeout(MOST_MS),
      })
      const body = await response.text()
      const goOn = onVisit({ kind, path, country, status: response.status, ms: performance.now() - began, body })
      if (goOn === false) next = visits.length
    }
  }
  await Promise.all(Array.from({ length: atOnce }, visitor))
}
