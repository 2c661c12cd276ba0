import { useLingui } from '@lingui/react/macro'

import type { LineItem } from '#shared/cart/cart.ts'

import { CartLine } from './cart-line.tsx'

interface CartLinesProps {
  lines: readonly LineItem[]
  /** ISO 4217. */
  currency: string
  /** Called once a line has gone, and the focus with it. */
  onRemoved?: () => void
}

export function CartLines({ lines, currency, onRemoved }: CartLinesProps) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Cart items`} className="ruled">
      {lines.map((line) => (
        // The variant stays when a temporary line gets its real id.
        <CartLine key={line.variant_id} line={line} currency={currency} onRemoved={onRemoved} />
      ))}
    </ul>
  )
}
