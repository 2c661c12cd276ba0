import { notifyStorefront } from './notify-storefront.ts'

const PATH = '/api/_internal/catalog/refresh'
/** A storefront that cannot be reached for longer reads its catalog anew by itself. */
const PAUSES_MS = [0, 300, 1_500]
const PATIENCE_MS = 2_000

export interface CatalogSignal {
  product_ids: string[]
  /** Any product may have changed; `product_ids` is empty then. */
  all: boolean
  /** The event that came first. */
  event: string
}

/**
 * Tells which products have changed. @param origin of the storefront that is notified, if the environment does not name
 * it
 */
export async function signalCatalog(body: CatalogSignal, origin?: string): Promise<void> {
  await notifyStorefront({ path: PATH, body, pauses: PAUSES_MS, patience: PATIENCE_MS }, origin)
}
