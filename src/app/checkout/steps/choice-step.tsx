import { useId, type ReactNode } from 'react'

import { Radio } from '../../ui/check-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import type { StepProps } from '../use-checkout.ts'
import { StepForm } from './step-form.tsx'

interface Option {
  id: string
  label: string
  hint?: string | undefined
  /** The formatted price. */
  price?: string
}

interface ChoiceStepProps extends Pick<StepProps, 'data' | 'checkout'> {
  step: 'delivery' | 'payment'
  action: string
  legend: string
  /** The name of the form field. */
  name: string
  /** The options. There must be at least one. */
  options: readonly Option[]
  /** The option saved in the cart, if any. If there is none, the first option is preselected. */
  saved: string | null | undefined
  /** The label of the button. */
  submit: ReactNode
  onSend: (id: string) => Promise<void>
  /** Called when the shopper selects an option. */
  onSelect?: (id: string) => void
}

/** A step with a framed group of radio buttons. */
export function ChoiceStep(props: ChoiceStepProps) {
  const { step, action, legend, name, options, saved, submit, data, checkout, onSend, onSelect } = props
  const errorId = useId()
  const error = checkout.problem?.fields[name]
  const find = (id: string | null | undefined) => options.find((option) => option.id === id)

  async function send(form: FormData) {
    const id = form.get(name)
    if (typeof id === 'string') await onSend(id)
  }

  return (
    <StepForm step={step} action={action} flash={data.flash} checkout={checkout} submit={submit} onSend={send}>
      {(typed) => {
        const chosen = find(typed?.[name]) ?? find(saved) ?? options[0]
        return (
          <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
            <legend className="sr-only">{legend}</legend>
            <div className={`ruled rounded-sm border ${error ? 'border-error' : 'border-edge'} bg-surface`}>
              {options.map(({ id, label, hint, price }) => (
                <Radio
                  key={id}
                  name={name}
                  value={id}
                  defaultChecked={id === chosen?.id}
                  onChange={onSelect && (() => onSelect(id))}
                  label={<span className="font-medium">{label}</span>}
                  hint={hint}
                  aside={price && <span className="text-base font-medium text-ink">{price}</span>}
                  className="min-h-14 px-4 py-3"
                />
              ))}
            </div>
            {error ? <FieldError id={errorId}>{error}</FieldError> : null}
          </fieldset>
        )
      }}
    </StepForm>
  )
}
