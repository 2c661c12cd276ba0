import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import type { MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'

import { CATALOG_WRITES } from './catalog-writes.ts'
import { notifyStorefront } from './notify-storefront.ts'
import { productsOf, type Kind } from './products-of.ts'

const PATH = '/api/_internal/catalog/refresh'
/** The storefront polls its catalog anyway, so a longer outage needs no more attempts. */
const PAUSES_MS = [0, 300, 1_500]
const TIMEOUT_MS = 2_000
/** One change touches many rows, and each row is an event of its own. */
const COLLECTING_MS = 250
/** The storefront refuses a longer one. */
const LONGEST_EVENT = 200
/** Above it, the storefront reloads its whole catalog faster. */
const MOST_PRODUCTS = 500

let pending: { events: Set<string>; all: boolean; rows: Map<Kind, Set<string>> } | undefined

/** Middleware of the Admin API, for successful writes that change the catalog. */
export function signalWrite(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
  const [path = ''] = request.originalUrl.slice('/admin/'.length).split('?')
  const [, kind] =
    Object.entries(CATALOG_WRITES).find(([route]) => new RegExp(`^${route.replace(':id', '[^/]+')}(/|$)`).test(path)) ??
    []
  const [id] = /(?<=^[^/]+\/)(?:prod|iitem)_\w+/.exec(path) ?? []
  if (request.method !== 'GET' && kind && kind !== 'events' && (kind === 'everything' || id)) {
    response.once('finish', () => {
      if (response.statusCode < 300) signalChange(request.scope, `${request.method} /admin/${path}`, kind, id)
    })
  }
  next()
}

let lookedAt = new Date().toISOString()

/** Since the last call. The database compares times with its own clock. */
export async function signalPassedDates(container: MedusaContainer) {
  const now = new Date().toISOString()
  const passed = { $gt: lookedAt, $lte: now }
  lookedAt = now
  const lists = await container
    .resolve(Modules.PRICING)
    .listPriceLists({ $or: [{ starts_at: passed }, { ends_at: passed }] }, { select: ['id'], take: 1 })
  if (lists.length > 0) signalChange(container, 'price-list.date', 'everything')
}

/** Without an `id`, the whole catalog may have changed. */
export function signalChange(container: MedusaContainer, event: string, kind: Kind | 'everything', id?: unknown) {
  if (!process.env['STOREFRONT_URL']) return
  if (!pending) {
    pending = { events: new Set(), all: false, rows: new Map() }
    setTimeout(() => void flush(container), COLLECTING_MS)
  }
  pending.events.add(event)
  if (kind === 'everything' || typeof id !== 'string') pending.all = true
  else pending.rows.set(kind, (pending.rows.get(kind) ?? new Set()).add(id))
}

async function flush(container: MedusaContainer) {
  const changes = pending
  pending = undefined
  if (!changes) return
  const products = changes.all ? undefined : await productsOf(container, changes.rows)
  const event = [...changes.events].join(', ').slice(0, LONGEST_EVENT)
  if (products === undefined || products.length > MOST_PRODUCTS) await signalCatalog(event)
  else if (products.length > 0) await signalCatalog(event, products)
}

/** Without `products`, any may have changed. `origin` is that of the storefront, by default STOREFRONT_URL. */
export async function signalCatalog(event: string, products?: string[], origin?: string) {
  const body = { event, all: !products, product_ids: products ?? [] }
  await notifyStorefront({ path: PATH, body, pauses: PAUSES_MS, timeout: TIMEOUT_MS }, origin)
}
