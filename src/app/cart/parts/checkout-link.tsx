import { Trans } from '@lingui/react/macro'
import { useState, type MouseEvent } from 'react'

import { CHECKOUT_WITH_PAYPAL } from '#shared/checkout/checkout-paths.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { useCart, useCartStore } from '../use-cart.ts'

/** Checkout loads as a new document, so the link first waits until all pending changes are confirmed. */
export function CheckoutLink({ isPayPal = false, className = '' }: { isPayPal?: boolean; className?: string }) {
  const to = useLocalePath()
  const { isSettled } = useCart()
  const { settle } = useCartStore()
  const [isWaiting, setWaiting] = useState(false)
  const href = to(isPayPal ? CHECKOUT_WITH_PAYPAL : '/checkout')

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
      look={isPayPal ? 'outline' : 'solid'}
      onClick={(event) => void leave(event)}
      aria-busy={isWaiting || undefined}
      className={className}
    >
      {isPayPal ? <Trans>Pay with PayPal</Trans> : <Trans>Checkout</Trans>}
    </ButtonLink>
  )
}
