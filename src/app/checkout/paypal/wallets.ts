import type { Cart, Funding } from '#shared/cart/cart.ts'
import { toDecimal } from '#shared/money/format-money.ts'

import { nonceOfPage } from './load-sdk.ts'
import type { PayPalSdk } from './paypal-sdk.ts'

interface WalletOptions {
  sdk: PayPalSdk
  container: HTMLElement
  cart: Pick<Cart, 'total' | 'currency_code'>
  /** The shop's name, which the wallet shows. */
  brand: string
  environment: 'sandbox' | 'production'
  /** Returns the id of the PayPal order that is paid. */
  startOrder: (funding: Funding) => Promise<string>
  onApproved: () => void
  onRefused: () => void
  signal: AbortSignal
}

interface ApplePayment {
  token: unknown
  billingContact?: unknown
}

/** The used parts of Apple's class. Only Apple's browsers have it. */
interface ApplePaySession {
  onvalidatemerchant: (event: { validationURL: string }) => void
  onpaymentauthorized: (event: { payment: ApplePayment }) => void
  begin(): void
  abort(): void
  completeMerchantValidation(session: unknown): void
  completePayment(result: { status: number }): void
}

interface ApplePaySessionClass {
  new (version: number, request: object): ApplePaySession
  canMakePayments(): boolean
  supportsVersion(version: number): boolean
  readonly STATUS_SUCCESS: number
  readonly STATUS_FAILURE: number
}

/** The used parts of Google's `pay.js`. */
interface GooglePaymentsClient {
  isReadyToPay(request: object): Promise<{ result: boolean }>
  createButton(options: { onClick: () => void; buttonSizeMode: 'fill'; buttonLocale?: string }): HTMLElement
  loadPaymentData(request: object): Promise<unknown>
}

interface WalletGlobals {
  ApplePaySession?: ApplePaySessionClass
  google?: { payments: { api: { PaymentsClient: new (options: object) => GooglePaymentsClient } } }
}

const APPLE_PAY_VERSION = 4
const GOOGLE_PAY_SCRIPT = 'https://pay.google.com/gp/p/js/pay.js'

/** A wallet that fails to load is logged and not shown. Never throws. */
export async function showWallets(options: WalletOptions): Promise<void> {
  const results = await Promise.allSettled([showApplePay(options), showGooglePay(options)])
  for (const result of results) if (result.status === 'rejected') console.warn('A wallet is not shown:', result.reason)
}

/** Apple's browsers only begin a session during a click, so the settings are loaded before. */
async function showApplePay({ sdk, container, cart, brand, startOrder, onApproved, onRefused, signal }: WalletOptions) {
  const { ApplePaySession: Session } = globalThis as WalletGlobals
  if (!sdk.Applepay || !Session?.supportsVersion(APPLE_PAY_VERSION) || !Session.canMakePayments()) return
  const component = sdk.Applepay()
  const { isEligible, countryCode, merchantCapabilities, supportedNetworks } = await component.config()
  if (!isEligible || signal.aborted) return

  const button = document.createElement('button')
  button.type = 'button'
  // Apple's browsers draw the button, in the language of the page.
  button.style.setProperty('-webkit-appearance', '-apple-pay-button')
  button.style.setProperty('-apple-pay-button-type', 'pay')
  button.setAttribute('aria-label', 'Apple Pay')
  button.addEventListener('click', pay)
  add(container, button, signal)

  function pay(): void {
    if (!Session) return
    const session = new Session(APPLE_PAY_VERSION, {
      countryCode,
      merchantCapabilities,
      supportedNetworks,
      currencyCode: cart.currency_code,
      requiredBillingContactFields: ['postalAddress'],
      total: { label: brand, type: 'final', amount: toDecimal(cart.total) },
    })
    session.onvalidatemerchant = ({ validationURL: url }) => void validate(session, url)
    session.onpaymentauthorized = ({ payment }) => void authorize(session, payment)
    session.begin()
  }

  async function validate(session: ApplePaySession, validationUrl: string): Promise<void> {
    try {
      const { merchantSession } = await component.validateMerchant({ validationUrl, displayName: brand })
      session.completeMerchantValidation(merchantSession)
    } catch (error) {
      console.error('Apple Pay failed:', error)
      session.abort()
      onRefused()
    }
  }

  async function authorize(session: ApplePaySession, { token, billingContact }: ApplePayment): Promise<void> {
    const results = Session as ApplePaySessionClass
    try {
      await component.confirmOrder({ orderId: await startOrder('apple_pay'), token, billingContact })
      session.completePayment({ status: results.STATUS_SUCCESS })
      onApproved()
    } catch (error) {
      console.error('Apple Pay failed:', error)
      session.completePayment({ status: results.STATUS_FAILURE })
      onRefused()
    }
  }
}

async function showGooglePay(options: WalletOptions): Promise<void> {
  const { sdk, container, cart, environment, startOrder, onApproved, onRefused, signal } = options
  if (!sdk.Googlepay) return
  const component = sdk.Googlepay()
  const { isEligible, countryCode, merchantInfo, ...base } = await component.config()
  if (!isEligible || signal.aborted) return
  await loadScript(GOOGLE_PAY_SCRIPT)
  const { google } = globalThis as WalletGlobals
  if (!google) throw new Error('Google’s script did not start')
  const client = new google.payments.api.PaymentsClient({
    environment: environment === 'production' ? 'PRODUCTION' : 'TEST',
    paymentDataCallbacks: { onPaymentAuthorized },
  })
  const { apiVersion, apiVersionMinor, allowedPaymentMethods } = base
  const { result } = await client.isReadyToPay({ apiVersion, apiVersionMinor, allowedPaymentMethods })
  if (!result || signal.aborted) return
  add(container, client.createButton({ onClick: pay, buttonSizeMode: 'fill' }), signal)

  function pay(): void {
    const request = {
      ...base,
      merchantInfo,
      transactionInfo: {
        countryCode,
        currencyCode: cart.currency_code,
        totalPriceStatus: 'FINAL',
        totalPrice: toDecimal(cart.total),
      },
      callbackIntents: ['PAYMENT_AUTHORIZATION'],
    }
    // Google's window reports a closed window as an error.
    client.loadPaymentData(request).catch((error: unknown) => console.warn('Google Pay was closed:', error))
  }

  async function onPaymentAuthorized({ paymentMethodData }: { paymentMethodData: unknown }): Promise<object> {
    try {
      const orderId = await startOrder('google_pay')
      const { status } = await component.confirmOrder({ orderId, paymentMethodData })
      if (status === 'PAYER_ACTION_REQUIRED') await component.initiatePayerAction({ orderId })
      else if (status !== 'APPROVED') throw new Error(`PayPal answered ${status}`)
      onApproved()
      return { transactionState: 'SUCCESS' }
    } catch (error) {
      console.error('Google Pay failed:', error)
      onRefused()
      return { transactionState: 'ERROR' }
    }
  }
}

function add(container: HTMLElement, button: HTMLElement, signal: AbortSignal): void {
  container.append(button)
  signal.addEventListener('abort', () => button.remove())
}

/** @throws Error if the script cannot be loaded */
function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.nonce = nonceOfPage() ?? ''
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${src} could not be loaded`)))
    document.head.append(script)
  })
}
