import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import type { MedusaContainer } from '@medusajs/framework/types'
import { MedusaError } from '@medusajs/framework/utils'

import { assignCart } from '../../../../customers/cart-customer.ts'
import {
  changeEmail,
  confirmCustomer,
  findCustomer,
  hasAccount,
  logIn,
  setPassword,
} from '../../../../customers/confirm-customer.ts'
import { deleteCustomer } from '../../../../customers/delete-customer.ts'
import { readSigned } from '../../../../http/signed-calls.ts'

type Call = (container: MedusaContainer, fields: Record<string, string>) => Promise<unknown>

/** Of the storefront's `createCustomerBackend`. */
const CALLS = new Map<string | undefined, Call>(
  Object.entries({
    confirm: (container, { email = '', ...name }) => confirmCustomer(container, email, name),
    find: (container, { id = '' }) => findCustomer(container, id),
    'has-account': (container, { email = '' }) => hasAccount(container, email),
    'change-email': (container, { id = '', email = '' }) => changeEmail(container, id, email),
    'set-password': (container, { id = '', password = '' }) => setPassword(container, id, password),
    'log-in': (container, { email = '', password = '' }) => logIn(container, email, password),
    'assign-cart': (container, { id = '', cart_id: cart = '' }) => assignCart(container, cart, id),
    delete: (container, { id = '' }) => deleteCustomer(container, id),
  } satisfies Record<string, Call>),
)

/** Only the storefront calls it, and signs the call. */
export async function POST(request: MedusaRequest, response: MedusaResponse) {
  const fields = readSigned(request)
  const call = CALLS.get(request.params['call'])
  if (!call) throw new MedusaError(MedusaError.Types.NOT_FOUND, 'There is no such call.')
  response.json({ result: await call(request.scope, fields) })
}
