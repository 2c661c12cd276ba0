import { BackendError } from '#server/medusa/backend-error.ts'
import type { Backend } from '#server/medusa/http.ts'

/** Bypasses the catalog. Undefined if stock is not managed, or if the backend no longer sells the variant. */
export async function liveStock(backend: Backend, variantId: string): Promise<number | undefined> {
  const { products } = await backend.store.product.list({
    variants: { id: [variantId] },
    fields: 'id,variants.id,variants.manage_inventory,variants.allow_backorder,+variants.inventory_quantity',
  })
  const variant = products.flatMap((product) => product.variants ?? []).find(({ id }) => id === variantId)
  if (!variant?.manage_inventory || variant.allow_backorder) return undefined
  return Math.max(0, variant.inventory_quantity ?? 0)
}

/** The backend reports too little stock in several ways. */
export function isInsufficientInventory(error: unknown): boolean {
  if (!(error instanceof BackendError)) return false
  return error.code === 'insufficient_inventory' || /required inventory|insufficient inventory/i.test(error.message)
}
