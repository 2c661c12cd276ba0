import { Trans, useLingui } from '@lingui/react/macro'

import { chosenSession } from '#shared/checkout/checkout-steps.ts'

import { Notice } from '../../ui/notice.tsx'
import type { StepProps } from '../use-checkout.ts'
import { ChoiceStep } from './choice-step.tsx'

/** The payment methods that this shop supports, by provider id. */
export function usePaymentMethods(): Record<string, { label: string; hint: string } | undefined> {
  const { t } = useLingui()
  return {
    pp_paypal_paypal: {
      label: t`PayPal`,
      hint: t`You’ll approve the payment on PayPal, then come back here.`,
    },
    pp_system_default: {
      label: t`Pay by invoice`,
      hint: t`You’ll pay once we’ve confirmed your order. You won’t be charged now.`,
    },
  }
}

/** Asks for the payment method. The selection is stored in the cart, so that any page can continue from it. */
export function PaymentStep({ cart, data, checkout }: StepProps) {
  const { t } = useLingui()
  const supported = usePaymentMethods()
  const options = data.checkout.paymentProviders.flatMap(({ id }) => {
    const messages = supported[id]
    return messages ? [{ id, ...messages }] : []
  })
  if (options.length === 0) {
    return (
      <Notice className="mt-8">
        <Trans>No payment methods are available at the moment. Please try again later.</Trans>
      </Notice>
    )
  }
  return (
    <ChoiceStep
      {...{ data, checkout, options }}
      step="payment"
      action="/api/carts/current/payment-sessions"
      legend={t`Payment`}
      name="provider_id"
      saved={chosenSession(cart)?.provider_id}
      submit={<Trans>Continue to review</Trans>}
      onSend={(providerId) => checkout.finish((api, cartId) => api.startPayment(cartId, providerId))}
    />
  )
}
