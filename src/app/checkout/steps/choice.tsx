import { useId } from 'react'

import { Radio } from '../../ui/check-field.tsx'
import { FieldError } from '../../ui/field.tsx'

export interface Option {
  id: string
  label: string
  hint?: string
  price?: string
  /** True if it can't be selected now. `hint` says why. */
  isDisabled?: boolean
}

interface ChoiceProps {
  legend: string
  name: string
  /** At least one. A single option is stated, not asked. */
  options: readonly Option[]
  /** If there is no such option, the first one is preselected. */
  chosen: string | null | undefined
  error?: string
  onSelect?: (id: string) => void
}

export function Choice({ legend, name, options, chosen, error, onSelect }: ChoiceProps) {
  const errorId = useId()
  const [first, ...others] = options
  const selected = options.find(({ id }) => id === chosen) ?? first
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="sr-only">{legend}</legend>
      <div className={`ruled rounded-sm border ${error ? 'border-error' : 'border-edge'} bg-surface`}>
        {first && others.length === 0 ? (
          <Stated name={name} option={first} />
        ) : (
          options.map(({ id, label, hint, price, isDisabled }) => (
            <Radio
              key={id}
              name={name}
              value={id}
              disabled={isDisabled}
              defaultChecked={id === selected?.id}
              onChange={onSelect && (() => onSelect(id))}
              label={<span className="font-medium">{label}</span>}
              hint={hint}
              aside={price && <span className="text-base font-medium text-ink">{price}</span>}
              className="min-h-14 px-4 py-3"
            />
          ))
        )}
      </div>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  )
}

function Stated({ name, option: { id, label, hint, price } }: { name: string; option: Option }) {
  return (
    <div className="flex min-h-14 items-center gap-3 px-4 py-3">
      <input type="hidden" name={name} value={id} />
      <p className="min-w-0 grow">
        <span className="block font-medium">{label}</span>
        {hint ? <span className="block text-sm text-quiet">{hint}</span> : null}
      </p>
      {price ? <p className="shrink-0 font-medium tabular-nums">{price}</p> : null}
    </div>
  )
}
