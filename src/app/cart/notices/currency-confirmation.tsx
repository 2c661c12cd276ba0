import { Trans } from '@lingui/react/macro'
import { useState } from 'react'

import { Button } from '../../ui/button.tsx'
import { useCart, useCartStore } from '../use-cart.ts'

/** Shown if a payment has already begun in the cart's currency. */
export function CurrencyConfirmation({ className = '' }: { className?: string }) {
  const { confirmation } = useCart()
  const { changes } = useCartStore()
  const [isBusy, setBusy] = useState(false)

  async function answer(isYes: boolean): Promise<void> {
    setBusy(isYes)
    await (await changes()).answer(isYes)
    setBusy(false)
  }

  return (
    <div aria-live="polite">
      {confirmation ? (
        <div className={`rounded-sm border border-edge bg-surface p-4 text-sm ${className}`}>
          <p>
            <Trans>
              Prices in your country are in {confirmation.to}, but you started checkout in {confirmation.from}. Switch
              your cart to {confirmation.to}? You’ll need to choose a payment method again.
            </Trans>
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button busy={isBusy} onClick={() => void answer(true)}>
              <Trans>Switch to {confirmation.to}</Trans>
            </Button>
            <Button look="outline" onClick={() => void answer(false)}>
              <Trans>Keep {confirmation.from}</Trans>
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  )
}
