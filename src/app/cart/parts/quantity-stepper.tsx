import { useLingui } from '@lingui/react/macro'
import type { MouseEvent } from 'react'

import { MinusIcon, PlusIcon } from '../../ui/icons.tsx'

interface QuantityStepperProps {
  piece: string
  quantity: number
  onChange: (action: 'add' | 'remove') => void
}

const BUTTON = 'flex size-11 items-center justify-center text-ink transition-colors hover:text-gold'

/** Fewer, how many, more. The buttons carry the quantity that they ask for, for the form around them. */
export function QuantityStepper({ piece: product, quantity, onChange }: QuantityStepperProps) {
  const { t } = useLingui()
  const ask = (action: 'add' | 'remove') => (event: MouseEvent) => {
    event.preventDefault()
    onChange(action)
  }
  return (
    <div className="inline-flex items-center rounded-sm border border-edge">
      <button
        type="submit"
        name="quantity"
        value={quantity - 1}
        aria-label={t`Decrease quantity ${product}`}
        onClick={ask('remove')}
        className={BUTTON}
      >
        <MinusIcon className="size-4" />
      </button>
      <output aria-label={t`Quantity`} className="min-w-7 text-center text-sm font-semibold tabular-nums">
        {quantity}
      </output>
      <button
        type="submit"
        name="quantity"
        value={quantity + 1}
        aria-label={t`Increase quantity ${product}`}
        onClick={ask('add')}
        className={BUTTON}
      >
        <PlusIcon className="size-4" />
      </button>
    </div>
  )
}
