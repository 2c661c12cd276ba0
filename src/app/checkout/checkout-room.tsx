import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'

import type { CheckoutData, Flash } from '#shared/api/shop-data.ts'
import type { NamedCountry } from '#shared/country/name-countries.ts'

import { EmptyCart } from '../cart/parts/empty-cart.tsx'
import { useRenderedCart } from '../cart/use-rendered-cart.ts'
import { Notice } from '../ui/notice.tsx'
import { DeliveryForm } from './forms/delivery-form.tsx'
import { DetailsForm } from './forms/details-form.tsx'
import { PaymentForm } from './forms/payment-form.tsx'
import { OrderFigures, OrderLines } from './order-summary.tsx'
import { useCheckout } from './use-checkout.ts'

interface CheckoutRoomProps {
  checkout: CheckoutData
  countries: NamedCountry[]
  flash: Flash | null
}

/** From cart to order on one page: forms that work alone, and faster with JavaScript. */
export function CheckoutRoom({ checkout: data, countries, flash }: CheckoutRoomProps) {
  const cart = useRenderedCart(data.cart)
  const detailsForm = useRef<HTMLFormElement>(null)
  const checkout = useCheckout(cart, data, flash, detailsForm)
  if (!cart || cart.items.length === 0) return <EmptyCart isPage />
  return (
    <div className="page-width grid grid-cols-1 gap-x-16 gap-y-12 py-10 md:py-14 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-y-16">
      <div className="space-y-12 lg:space-y-16">
        <h1 className="display text-3xl md:text-4xl">
          <Trans context="title of the page">Checkout</Trans>
        </h1>
        <DetailsForm formRef={detailsForm} cart={cart} countries={countries} flash={flash} checkout={checkout} />
        <DeliveryForm cart={cart} checkout={checkout} />
      </div>
      <aside aria-labelledby="review" className="lg:row-span-2">
        <div className="border-line lg:sticky lg:top-8 lg:border-l lg:pl-8">
          <h2 id="review" className="display text-2xl">
            <Trans>Your order</Trans>
          </h2>
          {checkout.notice ? <Notice className="mt-4">{checkout.notice}</Notice> : null}
          <OrderLines lines={cart.items} currency={cart.currency_code} />
          <OrderFigures order={cart} />
        </div>
      </aside>
      <PaymentForm cart={cart} checkout={checkout} />
    </div>
  )
}
