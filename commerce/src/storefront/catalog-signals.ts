import type { SubscriberArgs } from '@medusajs/framework'
import type { MedusaContainer } from '@medusajs/framework/types'

import { notifyStorefront } from './notify-storefront.ts'
import { productsOf, type Kind } from './products-of.ts'

const PATH = '/api/_internal/catalog/refresh'
/** The storefront polls its catalog anyway, so a longer outage needs no more attempts. */
const PAUSES_MS = [0, 300, 1_500]
const TIMEOUT_MS = 2_000
/** Debounce: one change touches many rows, and each row is an event of its own. */
const COLLECTING_MS = 250
/** Above this number of changed products, it is faster for the storefront to reload its whole catalog. */
const MOST_PRODUCTS = 500

interface CatalogSignal {
  product_ids: string[]
  /** True if any product may have changed; `product_ids` is empty then. */
  all: boolean
  /** The name of the first event. */
  event: string
}

interface PendingChange {
  event: string
  /** True if the whole catalog is affected. */
  all: boolean
  rows: Map<Kind, Set<string>>
}

let pending: PendingChange | undefined

/**
 * Creates a subscriber for events whose data holds the id of the changed row. An event without an id, or of kind
 * `everything`, affects the whole catalog.
 */
export function changedRow(kind: Kind | 'everything'): (args: SubscriberArgs<{ id?: unknown }>) => Promise<void> {
  return async ({ event, container }) => {
    if (!process.env['STOREFRONT_URL']) return
    if (!pending) {
      pending = { event: event.name, all: false, rows: new Map() }
      setTimeout(() => void flush(container), COLLECTING_MS)
    }
    const { id } = event.data
    if (kind === 'everything' || typeof id !== 'string') {
      pending.all = true
      return
    }
    const ids = pending.rows.get(kind) ?? new Set()
    pending.rows.set(kind, ids.add(id))
  }
}

async function flush(container: MedusaContainer): Promise<void> {
  const changes = pending
  pending = undefined
  if (!changes) return
  const products = changes.all ? undefined : await productsOf(container, changes.rows)
  const all = products === undefined || products.length > MOST_PRODUCTS
  if (!all && products.length === 0) return
  await signalCatalog({ product_ids: all ? [] : products, all, event: changes.event })
}

/**
 * Tells the storefront which products have changed.
 * @param origin of the storefront; by default STOREFRONT_URL
 */
export async function signalCatalog(body: CatalogSignal, origin?: string): Promise<void> {
  await notifyStorefront({ path: PATH, body, pauses: PAUSES_MS, timeout: TIMEOUT_MS }, origin)
}
