import { useLingui } from '@lingui/react/macro'

/** The provider with a window or page of its own for the shopper's approval. */
export const PAYPAL = 'pp_paypal_paypal'

/** Labels and hints of the payment providers that we support. */
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
