import type { SubscriberArgs } from '@medusajs/framework'
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

interface CatalogSignal {
  product_ids: string[]
  /** Any product may have changed; `product_ids` is empty then. */
  all: boolean
  /** The names of the events, and the method and path of each write. */
  event: string
}

interface PendingChange {
  events: Set<string>
  all: boolean
  rows: Map<Kind, Set<string>>
}

let pending: PendingChange | undefined

/** Middleware of the Admin API, for successful writes that change the catalog. */
export function signalWrite(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction): void {
  const [path = ''] = request.originalUrl.slice('/admin/'.length).split('?')
  const [, kind] = Object.entries(CATALOG_WRITES).find(([route]) => isBelow(path, route)) ?? []
  const [id] = /(?<=^[^/]+\/)(?:prod|iitem)_\w+/.exec(path) ?? []
  if (request.method !== 'GET' && kind && kind !== 'events' && (kind === 'everything' || id)) {
    response.once('finish', () => {
      if (response.statusCode < 300) collect(request.scope, `${request.method} /admin/${path}`, kind, id)
    })
  }
  next()
}

const isBelow = (path: string, route: string): boolean =>
  new RegExp(`^${route.replace(':id', '[^/]+')}(/|$)`).test(path)

/** A subscriber. An event without the id of a row affects the whole catalog. */
export function changedRow(kind: Kind): (args: SubscriberArgs<{ id?: unknown }>) => Promise<void> {
  return async ({ event, container }) => collect(container, event.name, kind, event.data.id)
}

let lookedAt = new Date().toISOString()

/** Since the last call. The database compares times with its own clock. */
export async function signalPassedDates(container: MedusaContainer): Promise<void> {
  const now = new Date().toISOString()
  const passed = { $gt: lookedAt, $lte: now }
  lookedAt = now
  const lists = await container
    .resolve(Modules.PRICING)
    .listPriceLists({ $or: [{ starts_at: passed }, { ends_at: passed }] }, { select: ['id'], take: 1 })
  if (lists.length > 0) collect(container, 'price-list.date', 'everything')
}

function collect(container: MedusaContainer, event: string, kind: Kind | 'everything', id?: unknown): void {
  if (!process.env['STOREFRONT_URL']) return
  if (!pending) {
    pending = { events: new Set(), all: false, rows: new Map() }
    setTimeout(() => void flush(container), COLLECTING_MS)
  }
  pending.events.add(event)
  if (kind === 'everything' || typeof id !== 'string') {
    pending.all = true
    return
  }
  const ids = pending.rows.get(kind) ?? new Set()
  pending.rows.set(kind, ids.add(id))
}

async function flush(container: MedusaContainer): Promise<void> {
  const changes = pending
  pending = undefined
  if (!changes) return
  const products = changes.all ? undefined : await productsOf(container, changes.rows)
  const all = products === undefined || products.length > MOST_PRODUCTS
  if (!all && products.length === 0) return
  await signalCatalog({
    product_ids: all ? [] : products,
    all,
    event: [...changes.events].join(', ').slice(0, LONGEST_EVENT),
  })
}

/** `origin` is that of the storefront, by default STOREFRONT_URL. */
export async function signalCatalog(body: CatalogSignal, origin?: string): Promise<void> {
  await notifyStorefront({ path: PATH, body, pauses: PAUSES_MS, timeout: TIMEOUT_MS }, origin)
}
