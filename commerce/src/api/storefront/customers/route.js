import { MedusaError } from '@medusajs/framework/utils'

import { confirmCustomer, findCustomer } from '../../../customers/confirm-customer.ts'
import { readSigned } from '../../../http/signed-calls.ts'

/**
 * With `email`, returns or creates the account of a confirmed address; with `id`, returns an account, or null. Signed.
 * @param {import('@medusajs/framework/http').MedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST(request, response) {
  const { id, email, ...name } = readSigned(request)
  if (!id && !email) throw new MedusaError(MedusaError.Types.INVALID_DATA, 'Send an id or an email address.')
  const customer = id ? await findCustomer(request.scope, id) : await confirmCustomer(request.scope, email ?? '', name)
  response.json({ customer })
}
