import { Trans } from '@lingui/react/macro'
import { useEffect, type ReactNode, type SubmitEvent } from 'react'
import { useLocation } from 'react-router'

import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'
import type { Flash } from '#shared/shop-data.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import { useDraft, type FormValues } from '../drafts.ts'
import type { Checkout } from '../use-checkout.ts'
import { useStepNames } from './step-list.tsx'
import { currentPath, nextPath, stepBefore, stepPath } from './step-paths.ts'

interface StepFormProps {
  step: CheckoutStep
  action: string
  flash: Flash | null
  checkout: Checkout
  /** The label of the button. */
  submit: ReactNode
  onSend: (form: FormData) => Promise<void>
  /** @param typed values that were typed but not accepted yet; undefined if the cart's values apply */
  children: (typed: FormValues | undefined) => ReactNode
}

/** The form of a step. It works without JavaScript and saves typed values as a draft. */
export function StepForm({ step, action, flash, checkout, submit, onSend, children }: StepFormProps) {
  const to = useLocalePath()
  const isHydrated = useHydrated()
  const query = new URLSearchParams(useLocation().search)
  const { formRef, typed, save } = useDraft(step, flash)
  const { problem, isBusy } = checkout

  useEffect(() => {
    if (problem) formRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem, formRef])

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void onSend(new FormData(event.currentTarget))
  }

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
      <input type="hidden" name="return_to" value={to(nextPath(step, query))} />
      <input type="hidden" name="refused_to" value={to(currentPath(step, query))} />
      {children(typed)}
      <div className="mt-8 flex flex-wrap-reverse items-center justify-between gap-x-6 gap-y-3">
        <BackLink step={step} />
        <Button type="submit" busy={isBusy} className="max-sm:w-full sm:min-w-56">
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** A link to the previous step, if there is one. */
export function BackLink({ step }: { step: CheckoutStep }) {
  const to = useLocalePath()
  const names = useStepNames()
  const before = stepBefore(step)
  if (!before) return <span />
  const name = names[before]
  return (
    <a
      href={to(stepPath(before))}
      className="inline-flex min-h-11 items-center gap-2 text-sm text-quiet hover:text-ink"
    >
      <ArrowLeftIcon className="size-4 shrink-0" />
      <Trans>Back to {name}</Trans>
    </a>
  )
}
