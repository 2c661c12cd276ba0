import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect } from 'react'

import { countPieces } from '#shared/cart/with-items.ts'

import { track } from '../analytics/track.ts'
import { Drawer } from '../overlays/drawer.tsx'
import { useCartStore } from './cart-context.ts'
import { CartMessages } from './cart-messages.tsx'
import { useCart } from './use-cart.ts'

const load = () => import('./parts/cart-contents.tsx')
const CartContents = lazy(async () => ({ default: (await load()).CartContents }))

/** Fetches what the drawer shows, so that it is there when it opens. */
export function preloadCartContents(): void {
  load().catch(() => undefined)
}

/** The cart beside the page; its contents are fetched when they are first wanted. */
export function CartDrawer() {
  const { t } = useLingui()
  const store = useCartStore()
  const { isOpen, isLoaded, close } = useCart()

  useEffect(() => {
    if (!isOpen) return
    const { items, total, currency_code: currency } = store.state.view
    track('Cart Opened', { items: countPieces(items), total, currency })
  }, [isOpen, store])
  useEffect(() => {
    // A cart that could not be loaded at the start is tried again when it is looked at.
    if (isOpen && !store.state.confirmed && !store.state.loading) void store.init()
  }, [isOpen, store])

  return (
    <>
      <Drawer title={t`Cart`} isOpen={isOpen} onClose={close} className="w-[90vw] md:w-137.5">
        {isOpen ? <CartMessages /> : null}
        {isOpen || isLoaded ? (
          <Suspense fallback={<div className="grow" aria-busy />}>{isOpen ? <CartContents /> : null}</Suspense>
        ) : null}
      </Drawer>
      {isOpen ? null : <CartMessages isFloating />}
    </>
  )
}
