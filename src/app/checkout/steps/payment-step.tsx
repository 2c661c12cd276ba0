import { Trans, useLingui } from '@lingui/react/macro'

import { chosenSession } from '#shared/checkout/checkout-steps.ts'

import { Notice } from '../../ui/notice.tsx'
import type { StepProps } from '../use-checkout.ts'
import { Choice, Choices } from './choice.tsx'
import { StepForm } from './step-form.tsx'

/** The payment methods that this shop supports, by provider id. */
export function usePaymentMethods(): Record<string, { label: string; hint: string } | undefined> {
  const { t } = useLingui()
  return {
    pp_paypal_paypal: {
      label: t`PayPal`,
      hint: t`You agree to the payment at PayPal, and come back here.`,
    },
    pp_system_default: {
      label: t`Pay by invoice`,
      hint: t`You pay after we have confirmed your order; nothing is charged now.`,
    },
  }
}

/** Asks for the payment method. The choice is stored in the cart, so any page can continue from it. */
export function PaymentStep({ cart, data, checkout }: StepProps) {
  const { t } = useLingui()
  const supported = usePaymentMethods()
  const offered = data.checkout.paymentProviders.flatMap(({ id }) => {
    const messages = supported[id]
    return messages ? [{ id, ...messages }] : []
  })
  const saved = chosenSession(cart)?.provider_id
  const chosen = offered.find(({ id }) => id === saved) ?? offered[0]
  if (offered.length === 0) {
    return (
      <Notice className="mt-8">
        <Trans>There is no way to pay for this cart at the moment. Please try again later.</Trans>
      </Notice>
    )
  }

  async function send(form: FormData) {
    const provider = form.get('provider_id')
    if (typeof provider !== 'string') return
    await checkout.finish((api, cartId) => api.startPayment(cartId, provider))
  }

  return (
    <StepForm
      step="payment"
      action="/api/carts/current/payment-sessions"
      flash={data.flash}
      checkout={checkout}
      submit={<Trans>Continue to review</Trans>}
      onSend={send}
    >
      {(typed) => (
        <Choices legend={t`Payment`} error={checkout.problem?.fields['provider_id']}>
          {offered.map(({ id, label, hint }) => (
            <Choice
              key={id}
              name="provider_id"
              value={id}
              defaultChecked={id === (offered.find((one) => one.id === typed?.['provider_id']) ?? chosen)?.id}
              label={label}
              hint={hint}
            />
          ))}
        </Choices>
      )}
    </StepForm>
  )
}
