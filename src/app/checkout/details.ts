import type { Address, Cart, UpdateCart } from '#shared/api/cart.ts'
import { isEmailAddress } from '#shared/email-address/is-email-address.ts'

/** Of an address, in the order in which people write it. */
export const ADDRESS_FIELDS = [
  'first_name',
  'last_name',
  'address_1',
  'address_2',
  'postal_code',
  'city',
  'province',
  'country_code',
  'phone',
] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]

export type AddressKind = 'shipping_address' | 'billing_address'

/** Countries without postal codes and without provinces exist; a parcel without these does not arrive. */
const REQUIRED: readonly AddressField[] = ['first_name', 'last_name', 'address_1', 'city', 'country_code']

export function isRequired(field: AddressField): boolean {
  return REQUIRED.includes(field)
}

/** Field name -> what is wrong with it. */
export type Problems = Record<string, 'required' | 'email'>

/** What keeps the contact and addresses of a form from being sent; empty where nothing does. */
export function findProblems(form: FormData): Problems {
  const problems: Problems = {}
  if (!isEmailAddress(text(form, 'email'))) problems['email'] = text(form, 'email') ? 'email' : 'required'
  const kinds: AddressKind[] = isBillingSame(form) ? ['shipping_address'] : ['shipping_address', 'billing_address']
  for (const kind of kinds) {
    for (const field of REQUIRED) {
      if (!text(form, `${kind}.${field}`)) problems[`${kind}.${field}`] = 'required'
    }
  }
  return problems
}

/** The same fields as the shop's API takes them. */
export function toCartUpdate(form: FormData): UpdateCart {
  const shipping = toAddress(form, 'shipping_address')
  return {
    email: text(form, 'email'),
    shipping_address: shipping,
    billing_address: isBillingSame(form) ? shipping : toAddress(form, 'billing_address'),
  }
}

/** True where the cart's bill goes where its parcel goes, or nobody has said otherwise. */
export function hasSameBilling({ shipping_address: shipping, billing_address: billing }: Cart): boolean {
  if (!billing || ADDRESS_FIELDS.every((field) => !billing[field])) return true
  return ADDRESS_FIELDS.every((field) => same(field, shipping?.[field], billing[field]))
}

function same(field: AddressField, one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [one ?? '', other ?? '']
  return field === 'country_code' ? a.toUpperCase() === b.toUpperCase() : a === b
}

function isBillingSame(form: FormData): boolean {
  return form.get('billing_same') !== null
}

function toAddress(form: FormData, kind: AddressKind): Address {
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, text(form, `${kind}.${field}`) || null]))
}

function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
