import { useLingui, Trans } from '@lingui/react/macro'

import type { LineItem } from '#shared/cart/cart.ts'
import { keyOfItem } from '#shared/cart/line-key.ts'
import { MAX_QUANTITY } from '#shared/cart/max-quantity.ts'
import { localePath } from '#shared/i18n/locale.ts'
import { productPath } from '#shared/page/page-paths.ts'

import { track } from '../../analytics/track.ts'
import { usePage } from '../../routing/page-context.tsx'
import { UNKNOWN_TITLE } from '../cart-state.ts'
import { useCartStore } from '../use-cart.ts'
import { LineFigures, LineImage, LineChoice } from './line-parts.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'

interface CartLinesProps {
  lines: readonly LineItem[]
  currency: string
  /** Called after a line and its focused button were removed. */
  onRemoved?: () => void
}

export function CartLines({ lines, currency, onRemoved }: CartLinesProps) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Cart items`} className="ruled">
      {lines.map((line) => (
        // A temporary line's id changes when the backend confirms the line.
        <CartLine key={keyOfItem(line)} line={line} currency={currency} onRemoved={onRemoved} />
      ))}
    </ul>
  )
}

interface CartLineProps {
  line: LineItem
  currency: string
  onRemoved?: (() => void) | undefined
}

/** Its buttons submit a form, so they also work before hydration. */
function CartLine({ line, currency, onRemoved }: CartLineProps) {
  const { t } = useLingui()
  const { locale, referencePrice } = usePage()
  const { changeQuantity, remove, close } = useCartStore()
  const title = line.product_title || line.title
  const productTitle = title === UNKNOWN_TITLE ? t`Loading...` : title

  function removeLine() {
    remove(keyOfItem(line))
    track('Product Removed from Cart', { variant_id: line.variant_id, title })
    onRemoved?.()
  }

  function changeByOne(action: 'add' | 'remove') {
    const quantity = Math.min(line.quantity + (action === 'add' ? 1 : -1), MAX_QUANTITY)
    if (quantity < 1) return removeLine()
    changeQuantity(keyOfItem(line), action)
    if (quantity !== line.quantity) track('Cart Quantity Updated', { variant_id: line.variant_id, title, quantity })
  }

  return (
    <li className="flex flex-wrap gap-4 py-5 md:gap-5">
      <LineImage source={line.thumbnail} className="size-24 md:size-28" />
      <form
        action={`/api/carts/current/line-items/${line.id}`}
        method="post"
        className="flex min-w-0 grow basis-30 flex-col justify-between gap-3"
      >
        <input type="hidden" name="return_to" value={localePath(locale, '/cart')} />
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0 grow basis-32">
            <p className="display text-xl/6 break-words">
              {line.product_handle ? (
                <a
                  href={localePath(locale, productPath(line.product_handle))}
                  onClick={close}
                  className="hover:text-gold"
                >
                  {productTitle}
                </a>
              ) : (
                productTitle
              )}
            </p>
            <LineChoice line={line} />
          </div>
          <LineFigures line={line} currency={currency} reference={referencePrice} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <QuantityStepper productTitle={productTitle} quantity={line.quantity} onChange={changeByOne} />
          <button
            type="submit"
            name="quantity"
            value="0"
            aria-label={t`Remove ${productTitle}`}
            onClick={(event) => {
              event.preventDefault()
              removeLine()
            }}
            className="quiet-link -mx-1 min-h-11 px-1 text-sm text-quiet hover:text-ink"
          >
            <Trans>Remove</Trans>
          </button>
        </div>
      </form>
    </li>
  )
}
