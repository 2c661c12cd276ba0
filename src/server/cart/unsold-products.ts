import type { Store } from '@medusajs/js-sdk'

import { BackendError } from '#server/medusa/backend-error.ts'

import { CART_FIELDS, type BackendCart } from './to-cart.ts'

type Line = NonNullable<BackendCart['items']>[number]

/** The lines whose variants the backend's refusal names: no longer for sale, or without a price in the currency. */
export function linesNamedBy(error: unknown, { items }: BackendCart): Line[] {
  if (!(error instanceof BackendError) || error.status !== 400) return []
  return (items ?? []).filter(({ variant_id: variantId }) => variantId && error.message.includes(variantId))
}

/**
 * Writes to a cart, and once more without the products for which the backend refuses it: one that is no longer sold
 * must not keep a shopper from all that is.
 * @returns also the lines that were taken out
 * @throws what the backend throws
 */
export async function writeWithoutUnsold(
  { cart: carts }: Store,
  cartId: string,
  write: () => Promise<{ cart: BackendCart }>,
): Promise<{ cart: BackendCart; unsold: Line[] }> {
  try {
    return { cart: (await write()).cart, unsold: [] }
  } catch (error) {
    if (!(error instanceof BackendError) || error.status !== 400) throw error
    const unsold = linesNamedBy(error, (await carts.retrieve(cartId, { fields: CART_FIELDS })).cart)
    if (unsold.length === 0) throw error
    for (const { id } of unsold) await carts.deleteLineItem(cartId, id)
    return { cart: (await write()).cart, unsold }
  }
}
