import { MedusaError } from '@medusajs/framework/utils'

import { logIn, setPassword } from '../../../../customers/confirm-customer.ts'
import { readSigned } from '../../../../http/signed-calls.ts'

/**
 * With an `id`, sets the password; with an `email`, returns the id of the customer who has it. Signed.
 * @param {import('@medusajs/framework/http').MedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST(request, response) {
  const { id = '', email = '', password } = readSigned(request)
  if (!password || !(id || email))
    throw new MedusaError(MedusaError.Types.INVALID_DATA, 'The password is missing, or the id and the email address.')
  if (id) await setPassword(request.scope, id, password)
  response.json({ id: id || (await logIn(request.scope, email, password)) })
}
