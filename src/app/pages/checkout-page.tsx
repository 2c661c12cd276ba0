import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { CheckoutView } from '../checkout/checkout-view.tsx'
import { loadStep, type StepData } from '../checkout/load-step.ts'
import { useStepNames } from '../checkout/steps/step-list.tsx'
import { PageHead } from '../routing/page-head.tsx'

export function loader(args: LoaderFunctionArgs): Promise<StepData> {
  return loadStep(args)
}

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
