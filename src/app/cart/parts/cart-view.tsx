import { Trans } from '@lingui/react/macro'
import { useRef, useEffect } from 'react'

import type { Cart } from '#shared/cart/cart.ts'
import type { Flash } from '#shared/shop-data.ts'

import { AskLink } from '../../contact/ask-link.tsx'
import { useLocalePath } from '../../routing/page-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { CartState } from '../cart-state.ts'
import { CartMessages } from '../notices/cart-messages.tsx'
import { CookiesNeeded } from '../notices/cookies-needed.tsx'
import { CurrencyConfirmation } from '../notices/currency-confirmation.tsx'
import { useCartStore, useCart } from '../use-cart.ts'
import { useRenderedCart } from '../use-rendered-cart.ts'
import { CartLines } from './cart-lines.tsx'
import { CartTotals } from './cart-totals.tsx'
import { CheckoutLink } from './checkout-link.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { PayByPayPal } from './pay-by-paypal.tsx'
import { PaymentLogos } from './payment-logos.tsx'
import { PromoCodes } from './promo-codes.tsx'

interface CartViewProps {
  cart: Cart | null
  /** The result of the last form that was sent without JavaScript. */
  flash: Flash | null
}

export function CartView({ cart: renderedCart, flash }: CartViewProps) {
  const cart = useRenderedCart(renderedCart)
  const to = useLocalePath()
  const contents = useRef<HTMLDivElement>(null)
  return (
    <div className="page-width py-10 md:py-16">
      <h1 className="display text-3xl md:text-4xl">
        <Trans>Cart</Trans>
      </h1>
      {flash ? <Notice className="mt-6">{flash.message}</Notice> : null}
      <CurrencyConfirmation className="mt-6 max-w-words" />
      <div ref={contents} tabIndex={-1} className="outline-none">
        {/* Before the lines, so that Undo is the next tab stop after a line is removed by keyboard. */}
        <MessagesInPage />
        {cart && cart.items.length > 0 ? (
          <div className="mt-6 grid grid-cols-1 gap-x-16 gap-y-8 lg:mt-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
            <div className="border-y border-line">
              <CartLines
                lines={cart.items}
                currency={cart.currency_code}
                onRemoved={() => contents.current?.focus({ preventScroll: true })}
              />
            </div>
            <div className="lg:sticky lg:top-[calc(var(--header-height)+1.5rem)]">
              <CartTotals cart={cart} />
              <CheckoutLink className="mt-4 w-full" />
              <PayByPayPal currency={cart.currency_code} />
              <div className="mt-2">
                <PromoCodes cart={cart} flash={flash} />
              </div>
              <PaymentLogos className="mt-5" />
              <div className="mt-2 flex flex-wrap gap-x-6 text-sm">
                <AskLink>
                  <Trans>Questions? Ask us</Trans>
                </AskLink>
                <a href={to('/shop')} className="quiet-link inline-flex min-h-11 items-center">
                  <Trans>Continue shopping</Trans>
                </a>
              </div>
            </div>
          </div>
        ) : (
          <>
            <CookiesNeeded className="mt-6 max-w-words" />
            <EmptyCart />
          </>
        )}
      </div>
    </div>
  )
}

/** The messages of the cart while the drawer is closed, in the page, where keyboard users find them. */
function MessagesInPage() {
  const { state } = useCartStore()
  const { isOpen } = useCart()
  useEffect(() => showInPage(state), [state])
  return <div aria-live="polite">{isOpen ? null : <CartMessages isFloating isInPage />}</div>
}

function showInPage(state: CartState): () => void {
  state.isShownInPage = true
  return () => void (state.isShownInPage = false)
}
