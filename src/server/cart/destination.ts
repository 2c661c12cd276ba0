import type { Store } from '@medusajs/js-sdk'

import type { Region } from '#server/catalog/records/records.ts'
import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Address, UpdateCart } from '#shared/cart/cart.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { toIsoProvince } from './address-forms.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { CART_FIELDS, type BackendCart } from './to-cart.ts'

export type CartRegion = Pick<Region, 'id' | 'currency_code' | 'countries' | 'shippingOptions'>

/** An address in the backend's format: strings only, '' clears a field, the country code in lower case. */
export type BackendAddress = Record<string, string>

/** A country takes precedence over a region id. Throws HttpError 400 if the shop does not deliver there. */
export function destinationOf(
  input: UpdateCart,
  regions: readonly CartRegion[],
  locale: Locale,
): CartRegion | undefined {
  const country = input.shipping_address?.country_code?.toUpperCase()
  if (country) {
    const region = regions.find(({ countries }) => countries.includes(country))
    if (region) return region
    throw new HttpError(400, {
      message: CART_MESSAGES.noDelivery,
      values: { country: countryName(country, locale) },
      fields: { 'shipping_address.country_code': CART_MESSAGES.noDeliveryField },
      details: 'shipping_address.country_code',
    })
  }
  if (!input.region_id) return undefined
  const region = regions.find(({ id }) => id === input.region_id)
  if (!region) throw new HttpError(400, { message: CART_MESSAGES.noRegion, details: 'region_id' })
  return region
}

/** Blank fields become '': the backend rejects null for most. A province becomes the code of its tax region. */
export function toBackendAddress(address: Address): BackendAddress {
  return Object.fromEntries(
    Object.entries(address).flatMap(([field, value]) => {
      const text = (value ?? '').trim()
      if (field === 'province' && text) return [[field, toIsoProvince(address.country_code ?? '', text)] as const]
      if (field !== 'country_code') return [[field, text] as const]
      return text ? [[field, text.toLowerCase()] as const] : []
    }),
  )
}

/** As typed, except for a country that the new region does not deliver to. */
export function withinRegion(address: BackendAddress, { countries }: CartRegion): BackendAddress {
  if (countries.includes((address['country_code'] ?? '').toUpperCase())) return address
  const { country_code: _, ...rest } = address
  const [only, ...others] = countries
  return only && others.length === 0 ? { ...rest, country_code: only.toLowerCase() } : rest
}

export function isCountryAlone(address: Address | null): boolean {
  return !Object.entries(address ?? {}).some(([field, text]) => field !== 'country_code' && text)
}

/** The country alone lets the backend determine the tax that prices include. */
export function addressIn(country: string | undefined, { countries }: CartRegion): BackendAddress | undefined {
  return country && countries.includes(country) ? { country_code: country.toLowerCase() } : undefined
}

export function countryName(code: string, locale: Locale): string {
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code.toUpperCase()) ?? code
}

type Line = NonNullable<BackendCart['items']>[number]

/** The variants that the backend's error names are no longer sold, or have no price in the currency. */
export function linesNamedBy(error: unknown, { items }: BackendCart): Line[] {
  if (!(error instanceof BackendError) || error.status !== 400) return []
  return (items ?? []).filter(({ variant_id: variantId }) => variantId && error.message.includes(variantId))
}

/** If the backend rejects a write because of products that are no longer sold, removes their lines and retries once. */
export async function writeWithoutUnsold(
  { cart: carts }: Store,
  cartId: string,
  write: () => Promise<{ cart: BackendCart }>,
): Promise<{ cart: BackendCart; unsold: Line[] }> {
  try {
    return { cart: (await write()).cart, unsold: [] }
  } catch (error) {
    if (!(error instanceof BackendError) || error.status !== 400) throw error
    const unsold = linesNamedBy(error, (await carts.retrieve(cartId, { fields: CART_FIELDS })).cart)
    if (unsold.length === 0) throw error
    for (const { id } of unsold) await carts.deleteLineItem(cartId, id)
    return { cart: (await write()).cart, unsold }
  }
}
