import { loadScript as loadPayPalScript, type PayPalNamespace, type PayPalScriptOptions } from '@paypal/paypal-js'

import type { CurrentCartAnswer } from '#shared/cart/cart.ts'
import { countryOfVisit } from '#shared/country/country-of-visit.ts'
import { currencyOfCountry, DEFAULT_CURRENCY } from '#shared/country/currency-of-country.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { takesPayPal } from '#shared/money/paypal-currencies.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'

import { createCallShop } from '../../cart/cart-api.ts'
import { afterInBrowser } from '../../cart/sync/serial-queue.ts'
import { LOCATION_KEY, readCountry } from '../../country/visitor-country.ts'
import { createSafeStorage } from '../../routing/safe-storage.ts'

interface ShowButtonsOptions {
  account: NonNullable<PublicConfig['payPal']>
  locale: Locale
  /** PayPal's, that the shopper is to approve. */
  orderId: string
  place: HTMLElement
  onApproved: () => void
  onCancelled: () => void
  /** The buttons work no more, or never did. */
  onFailed: () => void
  signal: AbortSignal
}

/** Puts PayPal's button into its place, and takes it away again when `signal` is aborted. Never throws. */
export async function showButtons(options: ShowButtonsOptions): Promise<boolean> {
  const { account, locale, orderId, place, onApproved, onCancelled, onFailed, signal } = options
  const sdk = await loadSdk({
    account,
    country: countryHere(),
    nonce: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce,
    readCart: async () => (await createCallShop(locale)<CurrentCartAnswer>('GET', '/carts/current')).cart,
    loadScript: loadPayPalScript,
    after: afterInBrowser,
    log: (text, error) => (error === undefined ? console.warn(text) : console.error(`${text}:`, error)),
  })
  if (signal.aborted) return false
  const buttons = sdk?.Buttons?.({
    // The order is made for a PayPal account: of the buttons that the script has, this one pays it.
    fundingSource: 'paypal',
    style: { layout: 'vertical', shape: 'rect', height: 48, label: 'paypal' },
    createOrder: () => Promise.resolve(orderId),
    onApprove: () => Promise.resolve(onApproved()),
    onCancel: onCancelled,
    onError: fail,
  })
  if (!buttons?.isEligible()) return failNow()
  try {
    await buttons.render(place)
  } catch (error) {
    if (!signal.aborted) fail(error)
    return false
  }
  signal.addEventListener('abort', () => void buttons.close())
  return true

  function fail(error: unknown): void {
    console.error('PayPal’s button failed:', error)
    onFailed()
  }

  function failNow(): false {
    onFailed()
    return false
  }
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
  /** Country of the visit: two upper-case letters. */
  country: string
  /** Of this document's policy, for the styles that the script adds. */
  nonce: string | undefined
  /** The cart as the shop has it now. */
  readCart: () => Promise<{ currency_code: string } | null>
  loadScript: (options: PayPalScriptOptions) => Promise<PayPalNamespace | null>
  after: (milliseconds: number, action: () => void) => () => void
  log: (text: string, error?: unknown) => void
}

/** After this time without buttons the shopper is told of another way to pay. */
const PATIENCE_MS = 4_000
/** A language that PayPal surely speaks: not every country has an English of its own there. */
const SURE_COUNTRY = 'GB'

/**
 * Loads PayPal's SDK: the cart first, then the SDK in its currency.
 * @returns null if it does not load, so that the shopper continues without it; never throws
 */
export async function loadSdk(options: LoadSdkOptions): Promise<PayPalNamespace | null> {
  const { loadScript, log } = options
  const currency = await currencyOfCart(options)
  // A button in another currency than the order's would fail, so the default is used if PayPal does not support it.
  const sure = { ...options, country: SURE_COUNTRY }
  const attempts = [scriptOptions(options, currency), scriptOptions(sure, taken(currency))]
  const sdk = await inTime(options, async (isOver) => {
    for (const attempt of attempts) {
      try {
        if (!isOver()) return await loadScript(attempt)
      } catch (error) {
        if (!isOver()) log('Failed to load PayPal SDK', error)
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
    return taken(currencyOfCountry(country))
  }
}

function taken(currency: string): string {
  return takesPayPal(currency) ? currency : DEFAULT_CURRENCY
}

function scriptOptions({ account, country, nonce }: LoadSdkOptions, currency: string): PayPalScriptOptions {
  return {
    clientId: account.clientId,
    environment: account.environment,
    currency,
    locale: `en_${country}`,
    intent: 'capture',
    enableFunding: ['paypal', 'applepay'],
    commit: true,
    debug: false,
    ...(nonce ? { dataCspNonce: nonce } : {}),
  }
}

/** A script that comes too late is not waited for. */
async function inTime<Result>(
  { after, log }: LoadSdkOptions,
  work: (isOver: () => boolean) => Promise<Result | null>,
): Promise<Result | null> {
  let isOver = false
  let stop = () => {}
  const late = new Promise<null>((resolve) => {
    stop = after(PATIENCE_MS, () => {
      isOver = true
      log('Failed to load PayPal SDK', new Error(`It did not come within ${PATIENCE_MS / 1000} s`))
      resolve(null)
    })
  })
  try {
    return await Promise.race([work(() => isOver), late])
  } finally {
    stop()
  }
}
