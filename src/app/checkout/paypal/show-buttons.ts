import { loadScript } from '@paypal/paypal-js'

import type { CurrentCartAnswer } from '#shared/cart/cart.ts'
import { countryOfVisit } from '#shared/country/country-of-visit.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'

import { createCallShop } from '../../cart/cart-api.ts'
import { afterInBrowser } from '../../cart/sync/serial-queue.ts'
import { LOCATION_KEY, readCountry } from '../../country/visitor-country.ts'
import { createSafeStorage } from '../../routing/safe-storage.ts'
import { loadSdk } from './load-sdk.ts'

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
    loadScript,
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
