import { MedusaError } from '@medusajs/framework/utils'

import { deleteCustomer } from '../../../../customers/delete-customer.ts'
import { readSigned } from '../../../../http/signed-calls.ts'

/**
 * The account's orders stay as those of a guest. It can be repeated. Only the storefront calls it, and signs the call.
 * @param {import('@medusajs/framework/http').MedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST(request, response) {
  const { id } = readSigned(request)
  if (!id) throw new MedusaError(MedusaError.Types.INVALID_DATA, 'The id is missing.')
  await deleteCustomer(request.scope, id)
  response.json({ done: true })
}
