import type { PayPalNamespace } from '@paypal/paypal-js'

/** PayPal's script, with the components that its types do not describe. */
export interface PayPalSdk extends PayPalNamespace {
  Applepay?: () => ApplePayComponent
  Googlepay?: () => GooglePayComponent
}

/** Settings of the merchant's account for Apple Pay; the rest is passed on to the browser. */
interface ApplePayConfig {
  isEligible: boolean
  countryCode: string
  merchantCapabilities: string[]
  supportedNetworks: string[]
}

export interface ApplePayComponent {
  config(): Promise<ApplePayConfig>
  validateMerchant(options: { validationUrl: string; displayName: string }): Promise<{ merchantSession: unknown }>
  confirmOrder(options: { orderId: string; token: unknown; billingContact?: unknown }): Promise<unknown>
}

/** Settings of the merchant's account for Google Pay, in the format of Google's script. */
interface GooglePayConfig {
  isEligible: boolean
  countryCode: string
  apiVersion: number
  apiVersionMinor: number
  allowedPaymentMethods: unknown[]
  merchantInfo: unknown
}

export interface GooglePayComponent {
  config(): Promise<GooglePayConfig>
  confirmOrder(options: { orderId: string; paymentMethodData: unknown }): Promise<{ status: string }>
  /** Shows the bank's authentication of the card. */
  initiatePayerAction(options: { orderId: string }): Promise<unknown>
}
