import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'

import { countProducts } from '#shared/cart/with-items.ts'

import { track } from '../../analytics/track.ts'
import { AskLink } from '../../contact/ask-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CookiesNeeded } from '../notices/cookies-needed.tsx'
import { CurrencyConfirmation } from '../notices/currency-confirmation.tsx'
import { useCartStore, useCart } from '../use-cart.ts'
import { CartLines } from './cart-lines.tsx'
import { CartTotals } from './cart-totals.tsx'
import { CheckoutLink } from './checkout-link.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { PayByPayPal } from './pay-by-paypal.tsx'
import { PaymentLogos } from './payment-logos.tsx'
import { PromoCodes } from './promo-codes.tsx'

export function CartContents() {
  const { view: cart } = useCart()
  const contents = useRef<HTMLDivElement>(null)
  const store = useCartStore()
  const isEmpty = cart.items.length === 0
  useEffect(() => {
    const { view, confirmed, loading } = store.state
    const { items, total, currency_code: currency } = view
    track('Cart Opened', { items: countProducts(items), total, currency })
    // If the cart could not be loaded at the start, it is loaded again when the drawer opens.
    if (!confirmed && !loading) void store.init()
  }, [store])
  return (
    <>
      {/* The same element with and without lines: it keeps the focus when the last line is removed. */}
      <div ref={contents} tabIndex={-1} className="grow overflow-y-auto overscroll-contain px-6 outline-none md:px-8">
        <CookiesNeeded className="mt-4" />
        {isEmpty ? (
          <EmptyOrMissing />
        ) : (
          <>
            <CurrencyConfirmation className="mt-4" />
            <CartLines lines={cart.items} currency={cart.currency_code} onRemoved={() => contents.current?.focus()} />
            <PromoCodes cart={cart} />
          </>
        )}
      </div>
      {isEmpty ? null : (
        <footer className="shrink-0 border-t border-line px-6 pt-4 pb-6 md:px-8">
          <CartTotals cart={cart} />
          <CheckoutLink className="mt-3 w-full" />
          <PayByPayPal currency={cart.currency_code} />
          <PaymentLogos className="mt-5" />
          <AskLink className="mt-2 text-sm">
            <Trans>Questions? Ask us</Trans>
          </AskLink>
        </footer>
      )}
    </>
  )
}

function EmptyOrMissing() {
  const { isLoaded, loading } = useCart()
  const { init, close } = useCartStore()
  if (isLoaded) return <EmptyCart onLeave={close} />
  if (loading) {
    return (
      <p className="py-20 text-center text-quiet">
        <Trans>Loading your cart…</Trans>
      </p>
    )
  }
  return (
    <div className="flex flex-col items-center py-20 text-center">
      <p className="text-quiet">
        <Trans>Your cart hasn’t loaded yet.</Trans>
      </p>
      <Button look="outline" onClick={() => void init()} className="mt-6">
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
