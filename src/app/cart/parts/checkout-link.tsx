import { Trans } from '@lingui/react/macro'
import { useState, type MouseEvent } from 'react'

import { useLocalePath } from '../../routing/page-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { useCart, useCartStore } from '../use-cart.ts'

/**
 * A link to checkout. Checkout loads as a new document, so the link first waits until all pending changes are
 * confirmed.
 */
export function CheckoutLink({ className = '' }: { className?: string }) {
  const to = useLocalePath()
  const { isSettled } = useCart()
  const { settle } = useCartStore()
  const [isWaiting, setWaiting] = useState(false)
  const href = to('/checkout')

  async function leave(event: MouseEvent) {
    if (isSettled || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setWaiting(true)
    const isAsShown = await settle()
    setWaiting(false)
    // An error is shown here in the cart, because the next page has no access to it.
    if (isAsShown) location.assign(href)
  }

  return (
    <ButtonLink
      href={href}
      onClick={(event) => void leave(event)}
      aria-busy={isWaiting || undefined}
      className={className}
    >
      <Trans>Checkout</Trans>
    </ButtonLink>
  )
}
