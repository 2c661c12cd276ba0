import { loadScript as loadPayPalScript, type PayPalNamespace, type PayPalScriptOptions } from '@paypal/paypal-js'

import type { CurrentCartAnswer } from '#shared/cart/cart.ts'
import { countryOfVisit } from '#shared/country/country-of-visit.ts'
import { currencyOfCountry, DEFAULT_CURRENCY } from '#shared/country/currency-of-country.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { isPayPalCurrency } from '#shared/money/paypal-currencies.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'

import { createCallShop } from '../../cart/cart-api.ts'
import { LOCATION_KEY, readCountry } from '../../country/visitor-country.ts'
import { createSafeStorage } from '../../routing/safe-storage.ts'
import { afterInBrowser } from '../../ui/timers.ts'
import type { PayPalSdk } from './paypal-sdk.ts'

/** Never throws. @returns null if the script cannot be loaded */
export async function loadPayPal(
  account: NonNullable<PublicConfig['payPal']>,
  locale: Locale,
): Promise<PayPalSdk | null> {
  return loadSdk({
    account,
    country: countryHere(),
    nonce: nonceOfPage(),
    readCart: async () => (await createCallShop(locale)<CurrentCartAnswer>('GET', '/carts/current')).cart,
    loadScript: loadPayPalScript,
    after: afterInBrowser,
    log: (text, error) => (error === undefined ? console.warn(text) : console.error(`${text}:`, error)),
  })
}

/** The nonce is for scripts and styles that are added later. */
export function nonceOfPage(): string | undefined {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}

function countryHere(): string {
  return countryOfVisit({
    location: createSafeStorage().get(LOCATION_KEY),
    remembered: readCountry(document.cookie),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
}

export interface LoadSdkOptions {
  account: NonNullable<PublicConfig['payPal']>
  country: string
  /** For the styles that the script adds. */
  nonce: string | undefined
  readCart: () => Promise<{ currency_code: string } | null>
  loadScript: (options: PayPalScriptOptions) => Promise<PayPalNamespace | null>
  after: (milliseconds: number, action: () => void) => () => void
  log: (text: string, error?: unknown) => void
}

/** After this timeout, a link to PayPal's page is shown instead. */
const TIMEOUT_MS = 4_000
/** PayPal certainly supports `en_GB`, but does not support English for every country. */
const FALLBACK_COUNTRY = 'GB'

/** Loads the script in the currency of the cart. Never throws. @returns null if it cannot be loaded */
export async function loadSdk(options: LoadSdkOptions): Promise<PayPalNamespace | null> {
  const { loadScript, log } = options
  const currency = await currencyOfCart(options)
  // A button in a currency other than the order's always fails, so USD is used only if PayPal lacks the cart's.
  const fallback = { ...options, country: FALLBACK_COUNTRY }
  const attempts = [scriptOptions(options, currency), scriptOptions(fallback, supportedCurrency(currency))]
  const sdk = await withTimeout(options, async (isTimedOut) => {
    for (const attempt of attempts) {
      try {
        if (!isTimedOut()) return await loadScript(attempt)
      } catch (error) {
        if (!isTimedOut()) log('Failed to load PayPal SDK', error)
      }
    }
    return null
  })
  if (!sdk) log('PayPal SDK not available, checkout may be limited')
  return sdk
}

async function currencyOfCart({ readCart, country, log }: LoadSdkOptions): Promise<string> {
  try {
    const cart = await readCart()
    if (cart) return cart.currency_code.toUpperCase()
    throw new Error('There is no cart')
  } catch (error) {
    log('Cart initialization failed, using default currency', error)
    return supportedCurrency(currencyOfCountry(country))
  }
}

function supportedCurrency(currency: string): string {
  return isPayPalCurrency(currency) ? currency : DEFAULT_CURRENCY
}

function scriptOptions({ account, country, nonce }: LoadSdkOptions, currency: string): PayPalScriptOptions {
  return {
    clientId: account.clientId,
    environment: account.environment,
    currency,
    locale: `en_${country}`,
    intent: 'capture',
    components: ['buttons', 'card-fields', 'applepay', 'googlepay'],
    enableFunding: ['paypal', 'applepay'],
    commit: true,
    debug: false,
    dataCspNonce: nonce,
  }
}

/** @returns null after the timeout, which is logged */
async function withTimeout<Result>(
  { after, log }: LoadSdkOptions,
  work: (isTimedOut: () => boolean) => Promise<Result | null>,
): Promise<Result | null> {
  let isTimedOut = false
  let cancel = () => {}
  const timeout = new Promise<null>((resolve) => {
    cancel = after(TIMEOUT_MS, () => {
      isTimedOut = true
      log('Failed to load PayPal SDK', new Error(`no response within ${TIMEOUT_MS / 1000} s`))
      resolve(null)
    })
  })
  try {
    return await Promise.race([work(() => isTimedOut), timeout])
  } finally {
    cancel()
  }
}
