import { useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'

import type { ShownCard } from '#shared/product/shown-card.ts'

import { useCart } from '../../cart/use-cart.ts'
import { PlusIcon } from '../../ui/icons.tsx'

interface QuickAddProps {
  card: ShownCard
  variantId: string
}

/** Adds a product that leaves nothing to choose; a form, so that it works before the page is awake. */
export function QuickAdd({ card, variantId }: QuickAddProps) {
  const { t } = useLingui()
  const { add } = useCart()

  function addHere(event: SubmitEvent) {
    event.preventDefault()
    add({
      variantId,
      quantity: 1,
      title: card.title,
      handle: card.handle,
      image: card.thumbnail?.url ?? null,
      unitPrice: card.price?.calculated_amount ?? null,
      originalUnitPrice: card.price?.original_amount ?? null,
    })
  }

  return (
    <form
      action="/api/carts/current/line-items"
      method="post"
      onSubmit={addHere}
      className="z-10 col-start-1 row-start-1 m-2 self-end justify-self-end"
    >
      <input type="hidden" name="variant_id" value={variantId} />
      <input type="hidden" name="quantity" value="1" />
      <button
        type="submit"
        aria-label={t`Add ${card.title} to cart`}
        className="flex size-11 items-center justify-center rounded-full bg-paper/90 text-ink transition-colors duration-200 hover:bg-ink hover:text-paper"
      >
        <PlusIcon className="size-5" />
      </button>
    </form>
  )
}
