import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'

import { Button } from '../../ui/button.tsx'
import { CurrencyQuestion } from '../told/currency-question.tsx'
import { useCart } from '../use-cart.ts'
import { CartLines } from './cart-lines.tsx'
import { CartTotals } from './cart-totals.tsx'
import { CheckoutLink } from './checkout-link.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { PaymentLogos } from './payment-logos.tsx'
import { PayPalNote } from './paypal-note.tsx'
import { PromoCodes } from './promo-codes.tsx'

/** What stands in the drawer: lines, totals and the way to checkout. */
export function CartContents() {
  const { cart, isLoaded, loading, close } = useCart()
  const contents = useRef<HTMLDivElement>(null)
  if (cart.items.length === 0) {
    return (
      <div ref={contents} tabIndex={-1} className="grow overflow-y-auto px-6 outline-none md:px-8">
        {isLoaded ? <EmptyCart onLeave={close} /> : <MissingCart isLoading={loading} />}
      </div>
    )
  }
  return (
    <>
      <div ref={contents} tabIndex={-1} className="grow overflow-y-auto overscroll-contain px-6 outline-none md:px-8">
        <CurrencyQuestion className="mt-4" />
        <CartLines lines={cart.items} currency={cart.currency_code} onRemoved={() => contents.current?.focus()} />
        <PromoCodes cart={cart} />
      </div>
      <footer className="shrink-0 border-t border-line px-6 pt-4 pb-6 md:px-8">
        <CartTotals cart={cart} />
        <CheckoutLink className="mt-4 w-full" />
        <PaymentLogos className="mt-5" />
        <PayPalNote currency={cart.currency_code} className="mt-3" />
      </footer>
    </>
  )
}

function MissingCart({ isLoading }: { isLoading: boolean }) {
  const { init } = useCart()
  if (isLoading) {
    return (
      <p className="py-20 text-center text-quiet">
        <Trans>Fetching your cart…</Trans>
      </p>
    )
  }
  return (
    <div className="flex flex-col items-center py-20 text-center">
      <p className="text-quiet">
        <Trans>Your cart is not here yet.</Trans>
      </p>
      <Button look="outline" onClick={() => void init()} className="mt-6">
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
