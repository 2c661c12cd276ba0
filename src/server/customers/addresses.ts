import type { FastifyInstance } from 'fastify'

import { addressForm } from '#server/cart/address-forms.ts'
import { checkAddress } from '#server/cart/api/checkout-steps.ts'
import { toBackendAddress } from '#server/cart/destination.ts'
import { toAddress } from '#server/cart/to-cart.ts'
import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { AccountAddresses } from '#shared/account/account.ts'
import type { Address } from '#shared/cart/cart.ts'
import type { SavedAddress } from '#shared/checkout/saved-details.ts'

import { asCustomer, readMe } from './account.ts'
import { ACCOUNT_MESSAGES } from './messages.ts'
import type { SessionRow } from './sessions-queries.ts'

const FIELD = 'address'
/** More than anyone needs. Medusa has no limit. */
const MOST_ADDRESSES = 20

interface TypedAccountAddress {
  address: Address
  is_default_shipping?: boolean
  is_default_billing?: boolean
}

/** The default delivery address first, then the newest. */
export async function listAddresses(app: FastifyInstance, session: SessionRow): Promise<SavedAddress[]> {
  const found = await asCustomer(app, session, async ({ account }) =>
    account.addresses({ limit: MOST_ADDRESSES, order: '-created_at' }),
  )
  return found
    .flatMap(({ id, is_default_shipping, is_default_billing, ...rest }): SavedAddress[] => {
      const address = toAddress(rest)
      return address ? [{ id, address, is_default_shipping, is_default_billing }] : []
    })
    .toSorted((a, b) => Number(b.is_default_shipping) - Number(a.is_default_shipping))
}

/** @throws as `readCustomer` */
export async function readAddresses(
  app: FastifyInstance,
  session: SessionRow,
  country: string | undefined,
): Promise<AccountAddresses> {
  const [me, addresses] = await Promise.all([readMe(app, session), listAddresses(app, session)])
  const codes = ['', country ?? '', ...addresses.map(({ address }) => address.country_code ?? '')]
  return {
    ...me,
    addresses,
    countries: app.catalog.regions().flatMap((region) => region.countries),
    addressForms: Object.fromEntries(codes.map((code) => [code, addressForm(code)])),
  }
}

/** Saves an address once: its customer may not have seen the first response. Throws HttpError 400, 404, 409. */
export async function saveAddress(
  app: FastifyInstance,
  session: SessionRow,
  { address, ...defaults }: TypedAccountAddress,
  id?: string,
): Promise<void> {
  const typed = toBackendAddress(checkAddress(FIELD, address))
  const body = { ...typed, ...defaults }
  const update = async (saved: string) =>
    void (await orGone(asCustomer(app, session, async ({ account }) => account.updateAddress(saved, body))))
  if (id) return update(id)
  const saved = await listAddresses(app, session)
  const same = saved.find((one) =>
    Object.entries(toBackendAddress(one.address)).every(([field, text]) => text === (typed[field] ?? '')),
  )
  if (same) return update(same.id)
  const { length: count } = saved
  if (count >= MOST_ADDRESSES)
    throw new HttpError(409, { message: ACCOUNT_MESSAGES.tooManyAddresses, values: { most: MOST_ADDRESSES } })
  const first = count === 0 ? { is_default_shipping: true, is_default_billing: true } : {}
  await asCustomer(app, session, async ({ account }) => account.addAddress({ ...body, ...first }))
}

export async function deleteAddress(app: FastifyInstance, session: SessionRow, id: string): Promise<void> {
  await orGone(asCustomer(app, session, async ({ account }) => account.removeAddress(id)))
}

async function orGone(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof BackendError) || error.status !== 404) throw error
    throw new HttpError(404, { message: ACCOUNT_MESSAGES.addressGone }, { cause: error })
  }
}
