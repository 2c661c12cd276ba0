import { useLingui } from '@lingui/react/macro'

import type { AddressForm } from '#shared/checkout/address-form.ts'
import { isCheckoutStep, type CheckoutStep } from '#shared/checkout/checkout-steps.ts'
import type { Flash } from '#shared/shop-data.ts'

import { CartApiError } from '../cart/cart-api.ts'
import type { Problems } from './address/details.ts'

export interface CheckoutProblem {
  step: CheckoutStep
  message: string
  /** Field name -> error message, in the page's language. */
  fields: Record<string, string>
}

/** The error of a form that was submitted without JavaScript; `shown` gets it if the form names no step. */
export function problemOfFlash(flash: Flash | null, shown: CheckoutStep): CheckoutProblem | null {
  if (!flash?.values) return null
  const { step } = flash.values
  return { step: isCheckoutStep(step) ? step : shown, message: flash.message, fields: flash.fields ?? {} }
}

export interface ProblemMessages {
  /** @param formOf returns the address form of a field's country */
  ofForm(step: CheckoutStep, problems: Problems, formOf?: (field: string) => AddressForm | undefined): CheckoutProblem
  ofError(step: CheckoutStep, error: unknown): CheckoutProblem
}

export function useProblemMessages(): ProblemMessages {
  const { t } = useLingui()
  const messagesOf = (problem: Problems[string], form: AddressForm | undefined): string => {
    if (problem === 'required') return t`Please fill this in.`
    if (problem === 'email') return t`Please enter a valid email address.`
    if (problem === 'province') return t`Please choose one from the list.`
    if (problem === 'other_province')
      return t`This postal code belongs to another state or province. Please correct one of them.`
    const example = form?.postal_code?.example ?? ''
    return t`Please enter a valid code, such as ${example}.`
  }
  return {
    ofForm: (step, problems, formOf = () => undefined) => ({
      step,
      message: t`Please check the highlighted fields first.`,
      fields: Object.fromEntries(
        Object.entries(problems).map(([name, problem]) => [name, messagesOf(problem, formOf(name))]),
      ),
    }),
    ofError(step, error) {
      const unknown = t`The shop isn’t responding at the moment. Nothing has been lost; please try again shortly.`
      if (!(error instanceof CartApiError) || !error.isLocalized) return { step, message: unknown, fields: {} }
      const { fields } = (error.details ?? {}) as { fields?: Record<string, string> }
      return { step, message: error.message, fields: fields ?? {} }
    },
  }
}
