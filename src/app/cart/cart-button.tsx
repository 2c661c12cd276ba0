import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import { countProducts } from '#shared/cart/with-items.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { BagIcon } from '../ui/icons.tsx'
import { useOpener } from '../ui/overlays/use-opener.ts'
import { loadCartParts } from './cart-drawer.tsx'
import { useCart, useCartStore } from './use-cart.ts'

export function CartButton() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { view: cart, isOpen } = useCart()
  const { open } = useCartStore()
  const opener = useOpener({ isOpen, open, preload: () => void loadCartParts().catch(() => undefined) })
  const count = countProducts(cart.items)
  const name = count === 0 ? t`Open cart` : t`Open cart, ${plural(count, { one: '# item', other: '# items' })}`
  return (
    <a
      {...opener}
      href={to('/cart')}
      aria-label={name}
      className="header-opener relative text-ink transition-colors hover:text-gold"
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
