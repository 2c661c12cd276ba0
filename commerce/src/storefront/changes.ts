import type { MedusaContainer } from '@medusajs/framework/types'

import { signalCatalog } from './catalog-signal.ts'
import { productsOf, type Kind } from './products-of.ts'

/** One change touches many rows, and each row is an event: what comes within this time is told in one call. */
const COLLECTING_MS = 250
/** Beyond this many products the storefront is quicker reading its whole catalog. */
const MOST_PRODUCTS = 500

interface Pending {
  event: string
  /** The whole catalog is touched. */
  all: boolean
  rows: Map<Kind, Set<string>>
}

let pending: Pending | undefined

/** A row that has changed: which kind, and its id; without an id no one can say which products it touched. */
export interface Change {
  event: string
  kind: Kind | 'everything'
  id: string | undefined
}

/** Remembers a change, to be told to the storefront in a moment. Does nothing where there is no storefront to tell. */
export function noteChange(container: MedusaContainer, { event, kind, id }: Change): void {
  if (!process.env['STOREFRONT_URL']) return
  if (!pending) {
    pending = { event, all: false, rows: new Map() }
    setTimeout(() => void flush(container), COLLECTING_MS)
  }
  if (kind === 'everything' || id === undefined) {
    pending.all = true
    return
  }
  const rows = pending.rows.get(kind) ?? new Set()
  pending.rows.set(kind, rows.add(id))
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
