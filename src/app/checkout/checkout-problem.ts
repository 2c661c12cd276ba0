import { useLingui } from '@lingui/react/macro'

import type { Flash } from '#shared/api/shop-data.ts'

import { CartApiError } from '../cart/cart-api.ts'
import type { Problems } from './details.ts'

export type Step = 'details' | 'delivery' | 'payment'

/** What went wrong, where it is said, and at which fields. */
export interface CheckoutProblem {
  step: Step
  message: string
  /** Field name -> what is wrong with it, in the page's language. */
  fields: Record<string, string>
}

/** What a form without JavaScript left behind: the field that it carried tells which one it was. */
export function problemOfFlash(flash: Flash | null): CheckoutProblem | null {
  if (!flash) return null
  const sent = flash.values ?? {}
  const step = 'provider_id' in sent ? 'payment' : 'option_id' in sent ? 'delivery' : 'details'
  return { step, message: flash.message, fields: flash.fields ?? {} }
}

export interface ProblemWords {
  ofForm(problems: Problems): CheckoutProblem
  ofError(step: Step, error: unknown): CheckoutProblem
}

export function useProblemWords(): ProblemWords {
  const { t } = useLingui()
  const words = { required: t`Please fill this in.`, email: t`Please enter a valid email address.` }
  return {
    ofForm: (problems) => ({
      step: 'details',
      message: t`Please complete the highlighted details first.`,
      fields: Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, words[problem]])),
    }),
    ofError(step, error) {
      const unknown = t`The shop cannot be reached at the moment. Nothing was lost; please try again shortly.`
      if (!(error instanceof CartApiError) || !error.isSpoken) return { step, message: unknown, fields: {} }
      const { fields } = (error.details ?? {}) as { fields?: Record<string, string> }
      return { step, message: error.message, fields: fields ?? {} }
    },
  }
}
