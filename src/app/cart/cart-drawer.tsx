import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ComponentType } from 'react'

import { addWords } from '../i18n/load-i18n.ts'
import { Drawer } from '../overlays/drawer.tsx'
import { useCart } from './use-cart.ts'

interface CartParts {
  CartContents: ComponentType
  CartMessages: ComponentType<{ isFloating?: boolean }>
}

/** Fetches what the drawer shows and tells, so that it is there when it opens. */
export async function loadCartParts(i18n: I18n): Promise<CartParts> {
  const [{ CartContents }, { CartMessages }] = await Promise.all([
    import('./parts/cart-contents.tsx'),
    import('./told/cart-messages.tsx'),
    addWords(i18n, 'cart'),
  ])
  return { CartContents, CartMessages }
}

/** The cart beside the page, and what it tells; both are fetched when they are first wanted. */
export function CartDrawer() {
  const { t, i18n } = useLingui()
  const { isOpen, close, messages } = useCart()
  const [parts, setParts] = useState<CartParts>()

  useEffect(() => {
    if (parts || (!isOpen && messages.length === 0)) return
    // Without a connection the next opening, or the next message, tries again.
    loadCartParts(i18n).then(setParts, () => undefined)
  }, [parts, isOpen, messages, i18n])

  const told = parts && messages.length > 0 ? <parts.CartMessages isFloating={!isOpen} /> : null
  return (
    <>
      <Drawer title={t`Cart`} isOpen={isOpen} onClose={close} className="w-[90vw] md:w-137.5">
        {isOpen ? <div aria-live="polite">{told}</div> : null}
        {isOpen && parts ? <parts.CartContents /> : <div className="grow" aria-busy />}
      </Drawer>
      {isOpen ? null : <div aria-live="polite">{told}</div>}
    </>
  )
}
