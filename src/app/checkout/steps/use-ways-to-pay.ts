import { useLingui } from '@lingui/react/macro'

/** The provider in whose own window, or on whose own page, the shopper agrees to pay. */
export const PAYPAL = 'pp_paypal_paypal'

/** What we say of the ways to pay that we can carry out, by provider. */
export function useWaysToPay(): Record<string, { label: string; hint: string } | undefined> {
  const { t } = useLingui()
  return {
    [PAYPAL]: {
      label: t`PayPal`,
      hint: t`You agree to the payment at PayPal, and come back here.`,
    },
    pp_system_default: {
      label: t`Pay by invoice`,
      hint: t`You pay after we have confirmed your order; nothing is charged now.`,
    },
  }
}
