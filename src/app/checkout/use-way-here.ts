import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'

import { isCheckoutStep, type CheckoutStep } from '#shared/checkout/checkout-steps.ts'

import { useStepNames } from './steps/use-step-names.ts'

/** What the address says of how someone came to a step, in words; null where it says nothing. */
export function useWayHere(step: CheckoutStep): string | null {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const names = useStepNames()
  if (query.get('payment') === 'cancelled')
    return t`The payment was cancelled and nothing was charged. Your cart is as it was.`
  if (query.get('payment') === 'failed') {
    return t`The payment was not accepted and nothing was charged. Please try again or choose another way to pay.`
  }
  if (query.get('payment') === 'anew' && step === 'payment')
    return t`The total has changed. Please choose once more how to pay.`
  const wanted = query.get('for')
  if (!isCheckoutStep(wanted) || wanted === step) return null
  const [here, there] = [names[step], names[wanted]]
  return t`Please finish “${here}” first; “${there}” comes after it.`
}
