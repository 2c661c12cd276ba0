import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { AddressForm } from '#shared/checkout/address-form.ts'
import type { AddressForms } from '#shared/checkout/checkout-steps.ts'

import { Checkbox } from '../../ui/check-field.tsx'
import { AddressFields } from '../address/address-fields.tsx'
import { findAddressesProblems, hasSameBilling, toAddresses } from '../address/details.ts'
import { useProblemMessages } from '../checkout-problem.ts'
import type { StepProps } from '../use-checkout.ts'
import { StepForm } from './step-form.tsx'

/** Asks for the delivery and the billing address. */
export function AddressStep({ cart, data, checkout }: StepProps) {
  const { t } = useLingui()
  const messages = useProblemMessages()
  const [forms, setForms] = useState<AddressForms>(data.checkout.addressForms)
  const addForm = (form: AddressForm) => setForms((known) => ({ ...known, [form.country]: form }))

  async function send(form: FormData) {
    const problems = findAddressesProblems(form, forms)
    const formOf = (field: string) => {
      const country = form.get(`${field.split('.')[0]}.country_code`)
      return typeof country === 'string' ? forms[country] : undefined
    }
    if (Object.keys(problems).length > 0) return checkout.showProblem(messages.ofForm('address', problems, formOf))
    await checkout.finish((api, cartId) => api.update(cartId, toAddresses(form)))
  }

  return (
    <StepForm
      step="address"
      action="/api/carts/current"
      flash={data.flash}
      checkout={checkout}
      submit={<Trans>Continue to delivery</Trans>}
      onSend={send}
    >
      {(typed) => {
        const shared = { countries: data.countries, forms, addForm, typed, errors: checkout.problem?.fields ?? {} }
        return (
          <div className="group/address flex flex-col gap-8">
            <fieldset>
              <legend className="label-caps text-quiet">
                <Trans>Delivery address</Trans>
              </legend>
              <AddressFields kind="shipping_address" address={cart.shipping_address} {...shared} />
            </fieldset>
            <div>
              <Checkbox
                label={t`Billing address is the same as delivery address`}
                name="billing_same"
                data-same
                // An unchecked box is missing from the form data.
                defaultChecked={typed ? 'billing_same' in typed : hasSameBilling(cart)}
              />
              <fieldset className="mt-4 group-has-[[data-same]:checked]/address:hidden">
                <legend className="label-caps text-quiet">
                  <Trans>Billing address</Trans>
                </legend>
                <AddressFields kind="billing_address" address={cart.billing_address} {...shared} />
              </fieldset>
            </div>
            {shared.errors['confirm_currency'] ? (
              <Checkbox label={t`Switch my cart’s currency`} name="confirm_currency" value="true" aria-invalid />
            ) : null}
          </div>
        )
      }}
    </StepForm>
  )
}
