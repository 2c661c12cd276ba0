import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { Cart } from '#shared/cart/cart.ts'
import type { Flash } from '#shared/shop-data.ts'

import { CartView } from '../cart/parts/cart-view.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'

interface CartPageData {
  cart: Cart | null
  flash: Flash | null
}

export async function loader({ context }: LoaderFunctionArgs): Promise<CartPageData> {
  const shop = context.get(shopDataContext)
  const cart = await shop.cart()
  return { cart: cart?.status === 'open' ? cart : null, flash: shop.flash() }
}

export function Component() {
  const { t } = useLingui()
  const { cart, flash } = useLoaderData<CartPageData>()
  return (
    <>
      <PageHead
        title={t`Cart`}
        description={t`Review your items, with prices in your currency, and check out.`}
        noindex
      />
      <CartView cart={cart} flash={flash} />
    </>
  )
}
