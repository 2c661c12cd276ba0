import { Trans, useLingui } from '@lingui/react/macro'

import { chosenSession } from '#shared/checkout/checkout-steps.ts'

import { Notice } from '../../ui/notice.tsx'
import { Choice, Choices } from './choice.tsx'
import { StepForm } from './step-form.tsx'
import type { StepProps } from './step-props.ts'
import { useWaysToPay } from './use-ways-to-pay.ts'

/** How it is paid. The choice is the cart's own, so that any page can go on from it. */
export function PaymentStep({ cart, data, checkout }: StepProps) {
  const { t } = useLingui()
  const known = useWaysToPay()
  const offered = data.checkout.paymentProviders.flatMap(({ id }) => {
    const messages = known[id]
    // A way to pay that we cannot carry out is not offered.
    return messages ? [{ id, ...messages }] : []
  })
  const taken = chosenSession(cart)?.provider_id
  const chosen = offered.find(({ id }) => id === taken) ?? offered[0]
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
