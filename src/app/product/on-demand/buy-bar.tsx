import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, useSyncExternalStore, type CSSProperties, type RefObject } from 'react'

import { formatMoney } from '#shared/money/format-money.ts'
import type { ProductOption } from '#shared/product/product.ts'
import type { ShownProduct, ShownVariant } from '#shared/product/shown-product.ts'
import { type Choice, optionsInOrder, priceOf } from '#shared/product/variant-choice.ts'

import { usePage } from '../../routing/page-context.tsx'
import { SPACE_BELOW_CHANGE, useSpaceBelow } from '../../ui/overlays/space-below.ts'
import { AddToCart } from '../buy/add-to-cart.tsx'
import { ChooseOption } from '../buy/choice-form.tsx'

interface BuyBarProps {
  product: ShownProduct
  variant: ShownVariant
  choice: Choice
  /** The option that the shopper has to choose before buying. */
  missing: ProductOption | undefined
  /** The page's own button. The bar is shown while this element is out of sight. */
  button: RefObject<HTMLElement | null>
  /** Called when the shopper tries to buy before the missing option is chosen. */
  onAsk: (code: string) => void
}

/** At the end of the page the bar is in the footer's margin, so it covers nothing. */
export function BuyBar({ product, variant, choice, missing, button, onAsk }: BuyBarProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const bar = useRef<HTMLDivElement>(null)
  const covered = useSyncExternalStore(followSpaceBelow, coveredHeight, () => 0)
  const isHidden = useIsOutOfSight(button, covered)
  useSpaceBelow(bar, '--buy-bar', isHidden)
  const priced = priceOf(product, choice)
  const amount = priced && formatMoney(priced.price.calculated_amount, priced.price.currency_code, locale)
  const chosen = optionsInOrder(product).map(
    ({ code, values }) => values.find((value) => value.code === choice[code])?.value,
  )
  return (
    <div
      ref={bar}
      // The focus on its button must not scroll the page, as it does for what the bar covers.
      inert={!isHidden}
      style={{ '--covered-height': `${covered}px` } as CSSProperties}
      className={`sticky [&_button]:[scroll-margin-bottom:calc(-1*(var(--covered-height)+var(--buy-bar,0px)))] bottom-(--covered,0px) z-20 -mb-16 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] transition-[translate,visibility] duration-280 ease-out md:hidden [.overlay-open:not(:has(.popup-sheet))_&]:invisible ${isHidden ? '' : 'invisible translate-y-full'}`}
    >
      <div className="flex h-16 items-center gap-4 px-5">
        <div className="min-w-0 grow basis-0">
          <p className="line-clamp-2 text-xs">{chosen.filter(Boolean).join(' · ') || product.title}</p>
          <p className="text-sm font-semibold">{priced?.from ? t`From ${amount}` : amount}</p>
        </div>
        {missing ? (
          <ChooseOption option={missing} onAsk={onAsk} product={product.title} className="px-5" />
        ) : (
          <AddToCart product={product} variant={variant} name={t`Add to cart: ${product.title}`} className="px-5" />
        )}
      </div>
    </div>
  )
}

/** @param covered the height of what is fixed at the window's lower end, in px */
function useIsOutOfSight(element: RefObject<HTMLElement | null>, covered: number): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    // On a busy phone one call reports several changes. The last one holds.
    const watcher = new IntersectionObserver((entries) => setHidden(entries.at(-1)?.isIntersecting === false), {
      rootMargin: `0px 0px -${covered}px`,
    })
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element, covered])
  return isHidden
}

function followSpaceBelow(onChange: () => void): () => void {
  addEventListener(SPACE_BELOW_CHANGE, onChange)
  return () => removeEventListener(SPACE_BELOW_CHANGE, onChange)
}

/** In px, without the buy bar. */
function coveredHeight(): number {
  const { style } = document.documentElement
  const heightOf = (property: string) => Number.parseFloat(style.getPropertyValue(property)) || 0
  return heightOf('--covered') + heightOf('--sheet') + heightOf('--compare-bar')
}
