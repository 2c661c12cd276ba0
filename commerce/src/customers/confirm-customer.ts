import { scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

import type { CustomerDTO, MedusaContainer } from '@medusajs/framework/types'
import { MedusaError, Modules } from '@medusajs/framework/utils'
import { createCustomersWorkflow } from '@medusajs/medusa/core-flows'

import { rowsOf } from '../rows.ts'

// Those of `email-link` are customer ids, because addresses change; those of `emailpass` are addresses, which may
// belong to a member of the staff too.
type Provider = 'email-link' | 'emailpass'

const hash = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const NO_SALT = Buffer.alloc(32)
/** The default of `@medusajs/auth-emailpass`. */
const MEDUSAS_COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }

/** Its owner has just confirmed the address (lower case). Also assigns its guest orders. It can be repeated. */
export async function confirmCustomer(
  container: MedusaContainer,
  email: string,
  name: { first_name?: string; last_name?: string },
) {
  const existing = await findAccount(container, { email })
  const customer = existing ?? (await createAccount(container, { email, ...name }))
  if (!(await findIdentity(container, 'email-link', customer.id))) {
    // Anyone may have registered this address with a password before its owner confirmed it.
    await removePassword(container, email)
    await createIdentity(container, customer.id)
  }
  await claimGuestOrders(container, customer)
  return { ...(await toKnown(container, customer)), is_new: !existing }
}

/** Also assigns new guest orders of the address. Null if the account was deleted. */
export async function findCustomer(container: MedusaContainer, id: string) {
  const customer = await findAccount(container, { id })
  if (!customer) return null
  if (await findIdentity(container, 'email-link', id)) await claimGuestOrders(container, customer)
  return toKnown(container, customer)
}

/** @throws MedusaError `not_allowed` if the address signs in a member of the staff, whose password it would replace */
export async function setPassword(container: MedusaContainer, id: string, password: string) {
  const customer = await findAccount(container, { id })
  if (!customer) throw new MedusaError(MedusaError.Types.NOT_FOUND, 'This account was deleted.')
  const { email } = customer
  const auth = container.resolve(Modules.AUTH)
  const existing = await findIdentity(container, 'emailpass', email)
  if (existing?.app_metadata?.['user_id'])
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, 'This address signs in to the dashboard.')
  const { success, error } = existing
    ? await auth.updateProvider('emailpass', { entity_id: email, password })
    : await auth.register('emailpass', { body: { email, password } })
  if (!success) throw new Error(error ?? 'The password could not be stored.')
  const identity = await findIdentity(container, 'emailpass', email)
  if (identity) await auth.updateAuthIdentities({ id: identity.id, app_metadata: { customer_id: id } })
}

/** Null also for a member of the staff. An address without a password takes as long as a wrong password. */
export async function logIn(container: MedusaContainer, email: string, password: string) {
  const { success } = await container.resolve(Modules.AUTH).authenticate('emailpass', { body: { email, password } })
  const identity = await findIdentity(container, 'emailpass', email)
  // Medusa hashes only if there is an identity.
  if (!identity) await hash(password, NO_SALT, 64, MEDUSAS_COST)
  const id = identity?.app_metadata?.['customer_id']
  return success && typeof id === 'string' && (await findAccount(container, { id })) ? id : null
}

export async function hasAccount(container: MedusaContainer, email: string) {
  return (await findAccount(container, { email })) !== undefined
}

/**
 * Its owner has just confirmed the address (lower case). Also assigns its guest orders; the password stays.
 * @throws MedusaError `duplicate_error` if the address has another account, `not_found` if the account was deleted
 */
export async function changeEmail(container: MedusaContainer, id: string, email: string) {
  const account = await findAccount(container, { id })
  if (!account) throw new MedusaError(MedusaError.Types.NOT_FOUND, 'This account was deleted.')
  if (account.email !== email) {
    if (await hasAccount(container, email))
      throw new MedusaError(MedusaError.Types.DUPLICATE_ERROR, 'This address has another account.')
    await container.resolve(Modules.CUSTOMER).updateCustomers(id, { email })
  }
  await movePassword(container, id, email)
  await claimGuestOrders(container, { ...account, email })
}

/** A repeated call finds identities that were moved too. */
async function movePassword(container: MedusaContainer, customerId: string, email: string) {
  const password = (await identitiesOf(container, customerId))
    .flatMap(({ provider_identities: all = [] }) => all)
    .find(({ provider, entity_id: address }) => provider === 'emailpass' && address !== email)
  if (!password) return
  await removePassword(container, email)
  if (await findIdentity(container, 'emailpass', email)) {
    // The address signs in a member of the staff, who keeps the password. The customer signs in by links.
    await removeIdentities(container, customerId, 'emailpass')
    return
  }
  const moved = { id: password.id, entity_id: email }
  await container.resolve(Modules.AUTH).updateProviderIdentities(moved)
}

async function identitiesOf(container: MedusaContainer, customerId: string) {
  return container
    .resolve(Modules.AUTH)
    .listAuthIdentities({ app_metadata: { customer_id: customerId } }, { relations: ['provider_identities'] })
}

/** One that also signs in a member of the staff only loses the customer. */
export async function removeIdentities(container: MedusaContainer, customerId: string, provider?: Provider) {
  const auth = container.resolve(Modules.AUTH)
  for (const identity of await identitiesOf(container, customerId)) {
    const { id, app_metadata: metadata, provider_identities: all = [] } = identity
    if (provider && all.every((one) => one.provider !== provider)) continue
    if (metadata?.['user_id']) await auth.updateAuthIdentities({ id, app_metadata: { ...metadata, customer_id: null } })
    else await auth.deleteAuthIdentities([id])
  }
}

/** As the storefront's `KnownCustomer`. */
async function toKnown(container: MedusaContainer, { id, email, first_name, last_name }: CustomerDTO) {
  const identity = await findIdentity(container, 'emailpass', email)
  return { id, email, first_name, last_name, has_password: identity?.app_metadata?.['customer_id'] === id }
}

async function findAccount(container: MedusaContainer, filter: { id: string } | { email: string }) {
  const [customer] = await container.resolve(Modules.CUSTOMER).listCustomers({ ...filter, has_account: true })
  return customer
}

async function createAccount(container: MedusaContainer, fields: { email: string }): Promise<CustomerDTO> {
  try {
    const { result } = await createCustomersWorkflow(container).run({
      input: { customersData: [{ ...fields, has_account: true }] },
    })
    const [customer] = result
    if (customer) return customer
    throw new Error('The customer was not created.')
  } catch (error) {
    // Another call has just created it.
    const customer = await findAccount(container, { email: fields.email })
    if (customer) return customer
    throw error
  }
}

async function findIdentity(container: MedusaContainer, provider: Provider, entityId: string) {
  const [identity] = await container
    .resolve(Modules.AUTH)
    .listAuthIdentities({ provider_identities: { provider, entity_id: entityId } })
  return identity
}

async function createIdentity(container: MedusaContainer, customerId: string) {
  try {
    await container.resolve(Modules.AUTH).createAuthIdentities({
      provider_identities: [{ provider: 'email-link', entity_id: customerId }],
      app_metadata: { customer_id: customerId },
    })
  } catch (error) {
    if (!(await findIdentity(container, 'email-link', customerId))) throw error
  }
}

async function removePassword(container: MedusaContainer, email: string) {
  const identity = await findIdentity(container, 'emailpass', email)
  if (!identity || identity.app_metadata?.['user_id']) return
  await container.resolve(Modules.AUTH).deleteAuthIdentities([identity.id])
}

/** An order that was transferred to another account stays there. */
async function claimGuestOrders(container: MedusaContainer, { id, email }: CustomerDTO) {
  const guests = await rowsOf(container, 'customer', ['id'], { email, has_account: false })
  if (guests.length === 0) return
  const orders = await rowsOf(container, 'order', ['id'], { email, customer_id: guests.map((guest) => guest.id) })
  if (orders.length > 0)
    await container.resolve(Modules.ORDER).updateOrders(orders.map((order) => ({ id: order.id, customer_id: id })))
}
