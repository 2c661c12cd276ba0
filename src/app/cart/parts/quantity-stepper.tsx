import { useLingui } from '@lingui/react/macro'
import type { MouseEvent } from 'react'

import { MAX_QUANTITY } from '#shared/cart/max-quantity.ts'

import { MinusIcon, PlusIcon } from '../../ui/icons.tsx'

interface QuantityStepperProps {
  productTitle: string
  quantity: number
  /** 'remove' lowers the quantity by one, 'add' raises it. */
  onChange: (action: 'add' | 'remove') => void
}

const BUTTON = 'flex size-11 items-center justify-center text-ink transition-colors hover:text-gold'

/** The value of each button is the new quantity, for the surrounding form. */
export function QuantityStepper({ productTitle, quantity, onChange }: QuantityStepperProps) {
  const { t } = useLingui()
  const onClick = (action: 'add' | 'remove') => (event: MouseEvent) => {
    event.preventDefault()
    onChange(action)
  }
  return (
    <div className="inline-flex items-center rounded-sm border border-edge">
      <button
        type="submit"
        name="quantity"
        value={quantity - 1}
        aria-label={t`Decrease quantity of ${productTitle}`}
        onClick={onClick('remove')}
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
        value={Math.min(quantity + 1, MAX_QUANTITY)}
        aria-label={t`Increase quantity of ${productTitle}`}
        onClick={onClick('add')}
        className={BUTTON}
      >
        <PlusIcon className="size-4" />
      </button>
    </div>
  )
}
