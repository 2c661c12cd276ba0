import { useLingui } from '@lingui/react/macro'

import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'

/** Names of the steps in the page's locale. */
export function useStepNames(): Record<CheckoutStep, string> {
  const { t } = useLingui()
  return {
    contact: t`Contact`,
    address: t({ message: 'Address', context: 'step of checkout' }),
    delivery: t({ message: 'Delivery', context: 'step of checkout' }),
    payment: t`Payment`,
    review: t({ message: 'Review', context: 'step of checkout' }),
  }
}
