import type { PayPalNamespace } from '@paypal/paypal-js'

/** PayPal's types do not describe these components. */
export interface PayPalSdk extends PayPalNamespace {
  Applepay?: () => ApplePayComponent
  Googlepay?: () => GooglePayComponent
}

/** The rest of the settings is passed on to the browser. */
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

/** In the format of Google's script. */
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
