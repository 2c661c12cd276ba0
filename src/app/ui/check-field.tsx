import { useId, type ComponentProps, type ReactNode } from 'react'

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode
  hint?: ReactNode
  /** Shown in place of the hint. */
  error?: string | undefined
  /** A dot in a metal's color, or a stone's outline. */
  dot?: ReactNode
  aside?: ReactNode
  className?: string
}

/** The accessible name is only the label. `hint` and `aside` describe it. */
export function Checkbox(props: CheckFieldProps) {
  return <CheckField {...props} type="checkbox" />
}

/** Give all buttons of a group the same `name`, and place them in a fieldset with a legend. */
export function Radio(props: CheckFieldProps) {
  return <CheckField {...props} type="radio" />
}

type Kind = 'checkbox' | 'radio'

function CheckField(props: CheckFieldProps & { type: Kind }) {
  const { label, hint, error, dot, aside, className = '', type, ...input } = props
  const id = useId()
  const note = error ?? hint
  const ids = [input['aria-describedby'], note ? `${id}-hint` : '', aside === undefined ? '' : `${id}-aside`]
  // A hint may appear or wrap later. The checkbox then stays in its place.
  const align = note ? 'items-start' : 'items-center'
  const describedBy = ids.filter(Boolean).join(' ')
  return (
    <label
      className={`group/check flex min-h-11 gap-3 py-2 has-disabled:cursor-not-allowed has-disabled:text-quiet ${align} ${className}`}
    >
      <input
        {...input}
        type={type}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : input['aria-invalid']}
        className={`check-box ${type === 'radio' ? 'rounded-full' : 'rounded-sm'}`}
      />
      {dot}
      <span className="min-w-0 grow">
        <span id={`${id}-label`} className="block break-words">
          {label}
        </span>
        {note ? (
          <span id={`${id}-hint`} className={`block text-sm ${error ? 'text-error' : 'text-quiet'}`}>
            {note}
          </span>
        ) : null}
      </span>
      {aside === undefined ? null : (
        <span id={`${id}-aside`} className="shrink-0 text-sm text-quiet tabular-nums">
          {aside}
        </span>
      )}
    </label>
  )
}
