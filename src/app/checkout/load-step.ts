import { data, redirect, redirectDocument, type LoaderFunctionArgs } from 'react-router'

import type { CheckoutData } from '#shared/checkout/checkout-data.ts'
import { firstUndone, isCheckoutStep, mayEnter, type CheckoutStep } from '#shared/checkout/checkout-steps.ts'
import { nameCountries, type NamedCountry } from '#shared/country/address-lines.ts'
import { localePath, DEFAULT_LOCALE, isLocale } from '#shared/i18n/locale.ts'
import type { Flash } from '#shared/shop-data.ts'

import { shopDataContext } from '../routing/shop-data.ts'

export interface StepData {
  step: CheckoutStep
  checkout: CheckoutData
  countries: NamedCountry[]
  flash: Flash | null
}

/** Fields that name a country: the country of a refused form decides which fields are shown. */
const COUNTRY_FIELDS = ['shipping_address.country_code', 'billing_address.country_code']

/**
 * Loads a step with its data, on the server and in the browser. Checkout without a step continues where it was left; a
 * step that is not available yet redirects to the first incomplete one, which says so. @throws a redirect, 404
 */
export async function loadStep({ params, request, context }: LoaderFunctionArgs): Promise<StepData> {
  const asked = params['step']
  if (asked !== undefined && !isCheckoutStep(asked)) throw data(null, { status: 404 })
  const locale = isLocale(params['lang']) ? params['lang'] : DEFAULT_LOCALE
  const shop = context.get(shopDataContext)
  const checkout = await shop.checkout(asked)
  const { cart, addressForms, goesOn } = checkout
  if (goesOn) throw redirectDocument(localePath(locale, goesOn))
  if (cart && cart.items.length > 0 && !(asked && mayEnter(asked, cart, addressForms))) {
    const query = new URL(request.url).searchParams
    if (asked) query.set('for', asked)
    const search = query.size > 0 ? `?${query}` : ''
    throw redirect(localePath(locale, `/checkout/${firstUndone(cart, addressForms)}${search}`))
  }
  const flash = shop.flash()
  for (const name of COUNTRY_FIELDS) {
    const code = flash?.values?.[name] ?? ''
    if (/^[A-Z]{2}$/.test(code)) addressForms[code] ??= await shop.addressForm(code)
  }
  return { step: asked ?? 'contact', checkout, countries: nameCountries(checkout.countries, locale), flash }
}
