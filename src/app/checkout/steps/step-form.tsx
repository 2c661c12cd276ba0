import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, type ReactNode, type SubmitEvent } from 'react'
import { useLocation } from 'react-router'

import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'
import type { Flash } from '#shared/shop-data.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import { useDraft, type FormValues } from '../drafts.ts'
import { nextPath, stepPath } from '../step-paths.ts'
import type { Checkout } from '../use-checkout.ts'
import { useStepNames } from './step-list.tsx'

interface StepFormProps {
  step: CheckoutStep
  action: string
  flash: Flash | null
  onSend: (form: FormData) => Promise<void>
  /** Called after a field is left, and after a selection. */
  onEdited?: (form: FormData) => void
  /** `typed` values were not accepted yet; undefined if the cart's values apply. */
  children: (typed: FormValues | undefined) => ReactNode
}

export function StepForm({ step, action, flash, onSend, onEdited, children }: StepFormProps) {
  const to = useLocalePath()
  const isHydrated = useHydrated()
  const { search } = useLocation()
  const { formRef, typed, save } = useDraft(step, flash)

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void onSend(new FormData(event.currentTarget))
  }

  const edited = useEffectEvent(() => formRef.current && onEdited?.(new FormData(formRef.current)))
  useEffect(() => {
    const form = formRef.current
    const listener = () => void edited()
    // React's `onChange` is called at every key. This event comes when a field is left, and after a selection.
    form?.addEventListener('change', listener)
    return () => form?.removeEventListener('change', listener)
  }, [formRef])

  return (
    <form
      ref={formRef}
      action={action}
      method="post"
      // The browser's validation messages are in the browser's language, not the page's.
      noValidate={isHydrated}
      onSubmit={send}
      onChange={save}
      onInput={save}
      className="mt-8"
    >
      <input type="hidden" name="step" value={step} />
      <input
        type="hidden"
        name="return_to"
        value={to(step === 'details' ? nextPath('payment', search) : '/order/confirmation')}
      />
      <input type="hidden" name="refused_to" value={to(nextPath(step, search))} />
      {children(typed)}
    </form>
  )
}

interface SubmitRowProps {
  step: CheckoutStep
  checkout: Checkout
  children: ReactNode
}

export function SubmitRow({ step, checkout, children }: SubmitRowProps) {
  return (
    <div className="mt-8 flex flex-wrap-reverse items-center justify-between gap-x-6 gap-y-3">
      <BackLink step={step} />
      <Button type="submit" busy={checkout.isBusy} className="max-sm:w-full sm:min-w-56">
        {children}
      </Button>
    </div>
  )
}

export function BackLink({ step }: { step: CheckoutStep }) {
  const to = useLocalePath()
  const { details: name } = useStepNames()
  if (step === 'details') return <span />
  return (
    <a
      href={to(stepPath('details'))}
      className="inline-flex min-h-11 items-center gap-2 text-sm text-quiet hover:text-ink"
    >
      <ArrowLeftIcon className="size-4 shrink-0" />
      <Trans>Back to {name}</Trans>
    </a>
  )
}
