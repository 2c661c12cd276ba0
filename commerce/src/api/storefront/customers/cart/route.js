import { MedusaError } from '@medusajs/framework/utils'

import { assignCart } from '../../../../customers/cart-customer.ts'
import { readSigned } from '../../../../http/signed-calls.ts'

/**
 * Assigns a cart to a signed-in customer. Only the storefront calls it, and signs the call.
 * @param {import('@medusajs/framework/http').MedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST(request, response) {
  const { id, cart_id: cartId } = readSigned(request)
  if (!id || !cartId) throw new MedusaError(MedusaError.Types.INVALID_DATA, 'Send the ids of a customer and of a cart.')
  await assignCart(request.scope, cartId, id)
  response.json({ done: true })
}
