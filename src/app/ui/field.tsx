import { Trans } from '@lingui/react/macro'
import { useId, type ComponentProps, type ReactNode } from 'react'

const CONTROL =
  'mt-1.5 block min-h-12 w-full rounded-sm border bg-surface px-3.5 text-base text-ink transition-colors hover:border-ink'

interface FieldFrame {
  label: string
  /** What is wrong, in the page's language. */
  error?: string | undefined
  isOptional?: boolean
  className?: string
}

type TextFieldProps = FieldFrame & Omit<ComponentProps<'input'>, 'className'>

export function TextField({ label, error, isOptional = false, className, ...input }: TextFieldProps) {
  return (
    <Framed {...{ label, error, isOptional, className }}>
      {(ids) => <input {...input} {...ids} className={`${CONTROL} ${error ? 'border-error' : 'border-edge'}`} />}
    </Framed>
  )
}

type SelectFieldProps = FieldFrame & Omit<ComponentProps<'select'>, 'className'>

export function SelectField({ label, error, isOptional = false, className, children, ...select }: SelectFieldProps) {
  return (
    <Framed {...{ label, error, isOptional, className }}>
      {(ids) => (
        <select {...select} {...ids} className={`${CONTROL} ${error ? 'border-error' : 'border-edge'}`}>
          {children}
        </select>
      )}
    </Framed>
  )
}

interface ControlIds {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

interface FramedProps extends Omit<FieldFrame, 'className'> {
  className?: string | undefined
  children: (ids: ControlIds) => ReactNode
}

/** A control with its real label, and what is wrong next to it. */
function Framed({ label, error, isOptional, className = '', children }: FramedProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={className}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {isOptional ? (
          <span className="font-normal text-quiet">
            {' '}
            <Trans>(optional)</Trans>
          </span>
        ) : null}
      </label>
      {children({ id, ...(error ? { 'aria-invalid': true as const, 'aria-describedby': errorId } : {}) })}
      {error ? (
        <p id={errorId} className="mt-1.5 text-sm text-error">
          {error}
        </p>
      ) : null}
    </div>
  )
}
