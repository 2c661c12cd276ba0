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

/** The typed country determines which fields a rejected form shows. */
const COUNTRY_FIELDS = ['shipping_address.country_code', 'billing_address.country_code']

/**
 * `/checkout` and a step that is not available yet redirect to the first incomplete step.
 * @throws a redirect, or 404 for an unknown step
 */
export async function loadStep({ params, request, context }: LoaderFunctionArgs): Promise<StepData> {
  const requested = params['step']
  const locale = isLocale(params['lang']) ? params['lang'] : DEFAULT_LOCALE
  const { searchParams: query } = new URL(request.url)
  if (requested !== undefined && !isCheckoutStep(requested)) throw data(null, { status: 404 })
  const shop = context.get(shopDataContext)
  const checkout = await shop.checkout(requested)
  const { cart, addressForms, redirectTo } = checkout
  if (redirectTo) throw redirectDocument(localePath(locale, redirectTo))
  if (cart && cart.items.length > 0 && !(requested && mayEnter(requested, cart, addressForms))) {
    if (requested) query.set('for', requested)
    const search = query.size > 0 ? `?${query}` : ''
    throw redirect(localePath(locale, `/checkout/${firstUndone(cart, addressForms)}${search}`))
  }
  const flash = shop.flash()
  for (const name of COUNTRY_FIELDS) {
    const code = flash?.values?.[name] ?? ''
    if (/^[A-Z]{2}$/.test(code)) addressForms[code] ??= await shop.addressForm(code)
  }
  return { step: requested ?? 'details', checkout, countries: nameCountries(checkout.countries, locale), flash }
}
