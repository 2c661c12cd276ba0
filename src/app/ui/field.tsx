import { Trans, useLingui } from '@lingui/react/macro'
import { useId, type ComponentProps, type ReactNode } from 'react'

const CONTROL =
  'block min-h-12 w-full rounded-sm border bg-surface px-3.5 text-base text-ink transition-colors placeholder:text-quiet enabled:hover:border-ink disabled:border-line disabled:bg-transparent disabled:text-quiet'

interface FieldFrame {
  label: string
  /** In the page's language. */
  error?: string
  isOptional?: boolean
  className?: string
}

type TextFieldProps = FieldFrame & Omit<ComponentProps<'input'>, 'className'>

export function TextField({ id, label, error, isOptional = false, className, ...input }: TextFieldProps) {
  return (
    <Framed {...{ id, label, error, isOptional, className }}>
      {(ids) => <input {...input} {...ids} className={`${CONTROL} ${edgeOf(error)}`} />}
    </Framed>
  )
}

/** For the address of the person who fills in the form. */
export function EmailField(field: Omit<TextFieldProps, 'label' | 'name' | 'type'>) {
  const { t } = useLingui()
  return <TextField label={t`Email`} name="email" type="email" autoComplete="email" required {...field} />
}

type TextAreaFieldProps = FieldFrame & Omit<ComponentProps<'textarea'>, 'className'>

export function TextAreaField({ id, label, error, isOptional = false, className, ...textarea }: TextAreaFieldProps) {
  return (
    <Framed {...{ id, label, error, isOptional, className }}>
      {(ids) => <textarea {...textarea} {...ids} className={`${CONTROL} py-2.5 ${edgeOf(error)}`} />}
    </Framed>
  )
}

type SelectFieldProps = FieldFrame & Omit<ComponentProps<'select'>, 'className'>

export function SelectField({
  id,
  label,
  error,
  isOptional = false,
  className,
  children,
  ...select
}: SelectFieldProps) {
  return (
    <Framed {...{ id, label, error, isOptional, className }} control="select-arrow">
      {(ids) => (
        <select {...select} {...ids} className={`${CONTROL} appearance-none pr-10 ${edgeOf(error)}`}>
          {children}
        </select>
      )}
    </Framed>
  )
}

function edgeOf(error: string | undefined): string {
  return error ? 'border-error' : 'border-edge'
}

interface ControlIds {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

interface FramedProps extends Omit<FieldFrame, 'className'> {
  id?: string
  className?: string
  control?: string
  children: (ids: ControlIds) => ReactNode
}

function Framed({ id: ownId, label, error, isOptional, className = '', control = '', children }: FramedProps) {
  const generatedId = useId()
  const id = ownId ?? generatedId
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
      <div className={`mt-1.5 ${control}`}>
        {children({ id, ...(error ? { 'aria-invalid': true as const, 'aria-describedby': errorId } : {}) })}
      </div>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 text-sm text-error">
      {children}
    </p>
  )
}
