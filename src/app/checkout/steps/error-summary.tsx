import { useEffect, useRef } from 'react'

import type { CheckoutProblem } from '../checkout-problem.ts'

interface ErrorSummaryProps {
  problem: CheckoutProblem | null
  labelOf?: (field: string) => string | undefined
}

export function ErrorSummary({ problem, labelOf = () => undefined }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) box.current?.focus()
  }, [problem])
  if (!problem) return null
  const fields = Object.entries(problem.fields).flatMap(([field, message]) => {
    const label = labelOf(field)
    return label === undefined ? [] : [{ field, label, message }]
  })
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="mt-6 rounded-sm border border-error bg-surface px-4 py-3 text-sm text-error"
    >
      <p>{problem.message}</p>
      {fields.length > 0 ? (
        <ul className="mt-1">
          {fields.map(({ field, label, message }) => (
            <li key={field}>
              <a href={`#${field}`} className="inline-flex min-h-8 items-center underline underline-offset-4">
                {label}: {message}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
