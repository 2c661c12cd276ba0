import { MedusaError } from '@medusajs/framework/utils'

import { setPassword } from '../../../../customers/confirm-customer.ts'
import { readSigned } from '../../../../http/signed-calls.ts'

/**
 * `POST /storefront/customers/password`: sets the password of an account. Only the storefront calls it, and signs the
 * call.
 *
 * @param {import('@medusajs/framework/http').MedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST(request, response) {
  const { id, password } = readSigned(request)
  if (!id || !password) throw new MedusaError(MedusaError.Types.INVALID_DATA, 'The id or the password is missing.')
  await setPassword(request.scope, id, password)
  response.json({ done: true })
}
