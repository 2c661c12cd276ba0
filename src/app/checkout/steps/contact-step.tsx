import { Trans, useLingui } from '@lingui/react/macro'

import { TextField } from '../../ui/field.tsx'
import { findContactProblems, toContact } from '../address/details.ts'
import { useProblemMessages } from '../checkout-problem.ts'
import { StepForm } from './step-form.tsx'
import type { StepProps } from './step-props.ts'

/** The recipient of emails about the order. */
export function ContactStep({ cart, data, checkout }: StepProps) {
  const { t } = useLingui()
  const messages = useProblemMessages()

  async function send(form: FormData) {
    const problems = findContactProblems(form)
    if (Object.keys(problems).length > 0) return checkout.refuse(messages.ofForm('contact', problems))
    await checkout.finish((api, cartId) => api.update(cartId, toContact(form)))
  }

  return (
    <StepForm
      step="contact"
      action="/api/carts/current"
      flash={data.flash}
      checkout={checkout}
      submit={<Trans>Continue to the address</Trans>}
      onSend={send}
    >
      {(typed) => (
        <>
          <TextField
            label={t`Email`}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            maxLength={254}
            defaultValue={typed?.['email'] ?? cart.email ?? ''}
            error={checkout.problem?.fields['email']}
          />
          <p className="mt-3 text-sm text-quiet">
            <Trans>We write about this order, and about nothing else.</Trans>
          </p>
        </>
      )}
    </StepForm>
  )
}
