import { tellStorefront } from './tell-storefront.ts'

const PATH = '/api/_internal/catalog/refresh'
/** A storefront that cannot be reached for longer reads its catalogue anew by itself. */
const PAUSES_MS = [0, 300, 1_500]
const PATIENCE_MS = 2_000

export interface CatalogSignal {
  product_ids: string[]
  /** Any product may have changed; `product_ids` is empty then. */
  all: boolean
  /** The event that came first. */
  event: string
}

/** Tells which pieces have changed. @param origin whom to tell, where the environment does not say */
export async function tellOfCatalog(body: CatalogSignal, origin?: string): Promise<void> {
  await tellStorefront({ path: PATH, body, pauses: PAUSES_MS, patience: PATIENCE_MS }, origin)
}
