import { useId, type ReactNode } from 'react'

import { Notice } from '../../ui/notice.tsx'
import type { CheckoutProblem, Step as StepName } from '../checkout-problem.ts'

interface StepProps {
  /** Also the place on the page that a form comes back to. */
  name: StepName
  number: number
  title: string
  problem: CheckoutProblem | null
  children: ReactNode
}

/** One step of checkout, with what went wrong in it. */
export function Step({ name, number, title, problem, children }: StepProps) {
  const id = useId()
  return (
    <section id={name} aria-labelledby={id} className="scroll-mt-8">
      <h2 id={id} className="display flex items-baseline gap-3 text-2xl">
        <span aria-hidden className="text-gold">
          {number}
        </span>
        {title}
      </h2>
      {problem?.step === name ? (
        <Notice tone="error" className="mt-5">
          {problem.message}
        </Notice>
      ) : null}
      {children}
    </section>
  )
}
