import { useId, type ComponentProps, type ReactNode } from 'react'

import { Radio } from '../../ui/check-field.tsx'
import { FieldError } from '../../ui/field.tsx'

interface ChoicesProps {
  legend: string
  /** Error message in the page's locale. */
  error?: string | undefined
  children: ReactNode
}

/** One of several, in a frame with hairlines. */
export function Choices({ legend, error, children }: ChoicesProps) {
  const errorId = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="sr-only">{legend}</legend>
      <div className={`ruled rounded-sm border ${error ? 'border-error' : 'border-edge'} bg-surface`}>{children}</div>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  )
}

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string
  hint?: string | undefined
  /** The price, as text. */
  figure?: string
}

export function Choice({ label, hint, figure, ...input }: ChoiceProps) {
  return (
    <Radio
      {...input}
      label={<span className="font-medium">{label}</span>}
      hint={hint}
      {...(figure === undefined ? {} : { aside: <span className="text-base font-medium text-ink">{figure}</span> })}
      className="min-h-14 px-4 py-3"
    />
  )
}
