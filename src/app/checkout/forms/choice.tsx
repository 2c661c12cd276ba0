import { useId, type ComponentProps, type ReactNode } from 'react'

interface ChoicesProps {
  legend: string
  /** What is wrong, in the page's language. */
  error?: string | undefined
  children: ReactNode
}

/** One of several, in a frame with hairlines. */
export function Choices({ legend, error, children }: ChoicesProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="sr-only">{legend}</legend>
      <div className={`divide-y divide-line rounded-sm border ${error ? 'border-error' : 'border-edge'} bg-surface`}>
        {children}
      </div>
      {error ? (
        <p id={errorId} className="mt-1.5 text-sm text-error">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string
  hint?: string | undefined
  /** What it costs, as text. */
  figure?: string
}

export function Choice({ label, hint, figure, ...input }: ChoiceProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-4 px-4 py-3">
      <input {...input} type="radio" className="size-5 shrink-0 accent-ink" />
      <span className="grow">
        <span className="block font-medium">{label}</span>
        {hint ? <span className="block text-sm text-quiet">{hint}</span> : null}
      </span>
      {figure ? <span className="font-medium whitespace-nowrap tabular-nums">{figure}</span> : null}
    </label>
  )
}
