import { useLingui } from '@lingui/react/macro'

import { CHECKOUT_STEPS, type CheckoutStep } from '#shared/checkout/checkout-steps.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { stepPath } from '../step-paths.ts'

interface StepListProps {
  step: CheckoutStep
  /** Checkout continues on this step. Those before it are completed. */
  first: CheckoutStep
}

export function useStepNames(): Record<CheckoutStep, string> {
  const { t } = useLingui()
  return {
    details: t({ message: 'Details and delivery', context: 'step of checkout' }),
    payment: t({ message: 'Payment and review', context: 'step of checkout' }),
  }
}

export function StepList({ step, first }: StepListProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const names = useStepNames()
  const last = CHECKOUT_STEPS.indexOf(first)
  return (
    <nav aria-label={t`Checkout steps`}>
      {/* On phones, the columns depend on no text, so that no web font changes the number of rows. */}
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-center gap-x-3 sm:flex sm:flex-wrap">
        {CHECKOUT_STEPS.map((one, index) => {
          const isCurrent = one === step
          const isOpen = index <= last
          const name = <StepName {...{ isCurrent, isDone: index < last, number: index + 1, name: names[one] }} />
          return (
            <li key={one} className="flex items-center gap-x-3">
              {index > 0 ? <span aria-hidden className="hidden h-px w-6 bg-edge sm:block" /> : null}
              {isOpen ? (
                <a
                  href={to(stepPath(one))}
                  aria-current={isCurrent ? 'step' : undefined}
                  className={`${ROW} ${isCurrent ? '' : 'hover:text-gold'}`}
                >
                  {name}
                </a>
              ) : (
                <span className={`${ROW} text-quiet`}>{name}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const ROW = 'inline-flex min-h-11 min-w-9 items-center justify-center gap-2 text-sm/5'

function StepName(props: { isCurrent: boolean; isDone: boolean; number: number; name: string }) {
  const { isCurrent, isDone, number, name } = props
  const look = isCurrent ? 'border-ink bg-ink text-paper' : isDone ? 'border-gold text-gold' : 'border-edge'
  return (
    <>
      <span
        aria-hidden
        className={`grid size-7 shrink-0 place-items-center rounded-full border text-xs font-semibold tabular-nums ${look}`}
      >
        {isDone && !isCurrent ? <CheckIcon className="size-3.5" /> : number}
      </span>
      <span className={isCurrent ? 'font-semibold' : ''}>{name}</span>
    </>
  )
}
