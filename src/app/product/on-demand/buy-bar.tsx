import { useLingui } from '@lingui/react/macro'
import { useEffect, useState, type RefObject } from 'react'

import { formatMoney } from '#shared/money/format-money.ts'
import type { ShownProduct, ShownVariant } from '#shared/product/shown-product.ts'

import { usePage } from '../../routing/page-context.tsx'
import { AddToCart } from '../buy/add-to-cart.tsx'

interface BuyBarProps {
  product: ShownProduct
  variant: ShownVariant
  /** What holds the page's own button: the bar is there when it has gone up and out of sight. */
  button: RefObject<HTMLElement | null>
}

/**
 * On a phone: name, price and button at the bottom edge while the page's own button is far above. It stands at the end
 * of the page, in the footer's margin, and so covers nothing there.
 */
export function BuyBar({ product, variant, button }: BuyBarProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const isPast = useIsPast(button)
  const price = variant.calculated_price
  return (
    <div
      inert={!isPast}
      className={`sticky bottom-(--covered,0px) z-20 -mb-16 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] transition-[translate,visibility] duration-280 ease-out md:hidden [.overlay-open_&]:invisible ${isPast ? '' : 'invisible translate-y-full'}`}
    >
      <div className="flex h-16 items-center gap-4 px-5">
        <div className="min-w-0 grow basis-0">
          <p className="display truncate text-lg/6">{product.title}</p>
          {price ? (
            <p className="text-sm">{formatMoney(price.calculated_amount, price.currency_code, locale)}</p>
          ) : null}
        </div>
        <AddToCart product={product} variant={variant} name={t`Add to cart: ${product.title}`} className="px-5" />
      </div>
    </div>
  )
}

/** Whether an element has been scrolled past: it ended above what is seen. */
function useIsPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    // Seen as far down as a page may go, so that a jump from below the button to above it is told as well.
    const watcher = new IntersectionObserver(([entry]) => setPast(entry?.isIntersecting === false), {
      rootMargin: '0px 0px 99999px',
    })
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element])
  return isPast
}
