import { MedusaError } from '@medusajs/framework/utils'

import { changeEmail, hasAccount } from '../../../../customers/confirm-customer.ts'
import { readSigned } from '../../../../http/signed-calls.ts'

/**
 * With an `id`, changes an account's address; without, says whether the address has an account. Signed.
 * @param {import('@medusajs/framework/http').MedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST(request, response) {
  const { id, email } = readSigned(request)
  if (!email) throw new MedusaError(MedusaError.Types.INVALID_DATA, 'The email address is missing.')
  if (id) await changeEmail(request.scope, id, email)
  response.json({ has_account: await hasAccount(request.scope, email) })
}
