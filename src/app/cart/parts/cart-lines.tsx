import { useLingui, Trans } from '@lingui/react/macro'
import type { MouseEvent } from 'react'

import type { LineItem } from '#shared/cart/cart.ts'
import { keyOfItem } from '#shared/cart/line-key.ts'
import { localePath } from '#shared/i18n/locale.ts'
import { productPath } from '#shared/page/page-paths.ts'

import { track } from '../../analytics/track.ts'
import { usePage } from '../../routing/page-context.tsx'
import { MinusIcon, PlusIcon } from '../../ui/icons.tsx'
import { UNKNOWN_TITLE } from '../cart-state.ts'
import { MAX_QUANTITY } from '../cart.store.ts'
import { useCartStore } from '../use-cart.ts'
import { LineFigures, LineImage, LineChoice } from './line-parts.tsx'

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
  const product = title === UNKNOWN_TITLE ? t`Loading...` : title

  function removeHere() {
    remove(keyOfItem(line))
    track('Product Removed from Cart', { variant_id: line.variant_id, title })
    onRemoved?.()
  }

  function changeHere(action: 'add' | 'remove') {
    const quantity = Math.min(line.quantity + (action === 'add' ? 1 : -1), MAX_QUANTITY)
    if (quantity < 1) return removeHere()
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
                  {product}
                </a>
              ) : (
                product
              )}
            </p>
            <LineChoice line={line} />
          </div>
          <LineFigures line={line} currency={currency} reference={referencePrice} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <QuantityStepper product={product} quantity={line.quantity} onChange={changeHere} />
          <button
            type="submit"
            name="quantity"
            value="0"
            aria-label={t`Remove ${product}`}
            onClick={(event) => {
              event.preventDefault()
              removeHere()
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

interface QuantityStepperProps {
  product: string
  quantity: number
  onChange: (action: 'add' | 'remove') => void
}

const BUTTON = 'flex size-11 items-center justify-center text-ink transition-colors hover:text-gold'

/** The value of each button is the new quantity, for the surrounding form. */
function QuantityStepper({ product, quantity, onChange }: QuantityStepperProps) {
  const { t } = useLingui()
  const ask = (action: 'add' | 'remove') => (event: MouseEvent) => {
    event.preventDefault()
    onChange(action)
  }
  return (
    <div className="inline-flex items-center rounded-sm border border-edge">
      <button
        type="submit"
        name="quantity"
        value={quantity - 1}
        aria-label={t`Decrease quantity of ${product}`}
        onClick={ask('remove')}
        className={BUTTON}
      >
        <MinusIcon className="size-4" />
      </button>
      <output aria-label={t`Quantity`} className="min-w-7 text-center text-sm font-semibold tabular-nums">
        {quantity}
      </output>
      <button
        type="submit"
        name="quantity"
        value={quantity + 1}
        aria-label={t`Increase quantity of ${product}`}
        onClick={ask('add')}
        className={BUTTON}
      >
        <PlusIcon className="size-4" />
      </button>
    </div>
  )
}
