import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'

import { countPieces } from '#shared/cart/with-items.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { BagIcon } from '../ui/icons.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { preloadCartContents } from './cart-drawer.tsx'
import { useCart } from './use-cart.ts'

/** A link to the cart page that opens the drawer instead once the page is awake. */
export function CartButton() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { cart, open, isOpen } = useCart()
  const isHydrated = useHydrated()
  const link = useRef<HTMLAnchorElement>(null)
  const count = countPieces(cart.items)

  useEffect(() => {
    const element = link.current
    // On the element itself: the page's own handler of links sits on the document and comes before React's.
    const openHere = (event: MouseEvent | KeyboardEvent) => {
      if (event instanceof KeyboardEvent ? event.key !== ' ' : event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      open()
    }
    element?.addEventListener('click', openHere)
    element?.addEventListener('keydown', openHere)
    return () => {
      element?.removeEventListener('click', openHere)
      element?.removeEventListener('keydown', openHere)
    }
  }, [open])

  const name = count === 0 ? t`Open cart` : t`Open cart, ${plural(count, { one: '# item', other: '# items' })}`
  return (
    <a
      ref={link}
      href={to('/cart')}
      aria-label={name}
      {...(isHydrated ? { role: 'button', 'aria-haspopup': 'dialog' as const, 'aria-expanded': isOpen } : {})}
      onPointerEnter={preloadCartContents}
      onFocus={preloadCartContents}
      className="relative inline-flex size-11 items-center justify-center text-ink transition-colors hover:text-gold"
    >
      <BagIcon className="size-6" />
      {count > 0 ? (
        <span
          aria-hidden
          className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-ink px-1 text-center text-[0.6875rem]/4.5 font-semibold text-paper"
        >
          {count}
        </span>
      ) : null}
    </a>
  )
}
