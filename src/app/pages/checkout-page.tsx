import { useLingui } from '@lingui/react/macro'
import { useLoaderData } from 'react-router'

import { CheckoutView } from '../checkout/checkout-view.tsx'
import type { StepData } from '../checkout/load-step.ts'
import { useStepNames } from '../checkout/steps/step-list.tsx'
import { PageHead } from '../routing/page-head.tsx'

export { loadStep as loader } from '../checkout/load-step.ts'

export function Component() {
  const { t } = useLingui()
  const data = useLoaderData<StepData>()
  const name = useStepNames()[data.step]
  const checkout = t({ message: 'Checkout', context: 'title of the page' })
  return (
    <>
      <PageHead title={`${name} · ${checkout}`} noindex />
      <CheckoutView data={data} />
    </>
  )
}
