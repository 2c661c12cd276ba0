import { useId, type ComponentProps, type ReactNode } from 'react'

import { Radio } from '../../ui/check-field.tsx'
import { FieldError } from '../../ui/field.tsx'

interface ChoicesProps {
  legend: string
  /** The error message, in the page's language. */
  error?: string | undefined
  children: ReactNode
}

/** A group of radio buttons in a frame. */
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
  /** The formatted price. */
  price?: string
}

export function Choice({ label, hint, price, ...input }: ChoiceProps) {
  return (
    <Radio
      {...input}
      label={<span className="font-medium">{label}</span>}
      hint={hint}
      {...(price === undefined ? {} : { aside: <span className="text-base font-medium text-ink">{price}</span> })}
      className="min-h-14 px-4 py-3"
    />
  )
}
