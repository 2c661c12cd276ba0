import { Trans } from '@lingui/react/macro'
import type { ReactNode, SubmitEvent } from 'react'

import { writeShownPrice, type ShownProduct, type ShownVariant } from '#shared/product/shown-product.ts'
import { imagesOf, valueOf } from '#shared/product/variant-choice.ts'

import { useAddToCart } from '../../cart/use-cart.ts'
import { Button } from '../../ui/button.tsx'

export const ENGRAVING_ID = 'engraving'

interface AddToCartProps {
  product: ShownProduct
  variant: ShownVariant
  id?: string
  /** Replaces the button's label for screen readers. */
  name?: string
  className?: string
  /** A button with a name submits the form as without JavaScript. */
  children?: ReactNode
}

/** A form for the chosen variant; after hydration, the page handles it without a reload. */
export function AddToCart({ product, variant, id, name, className = '', children }: AddToCartProps) {
  const add = useAddToCart()
  const shownPrice = writeShownPrice(variant.calculated_price)

  function addHere(event: SubmitEvent) {
    const field = document.getElementById(ENGRAVING_ID) as HTMLInputElement | null
    const isValid = field?.checkValidity() !== false
    if (isValid && event.nativeEvent.submitter?.hasAttribute('name')) return
    event.preventDefault()
    if (!isValid) return
    const engraving = field?.dataset['text']
    // Without its script, the field is sent as it is.
    if (field?.value && engraving === undefined) return field.form?.submit()
    add({
      variantId: variant.id,
      quantity: 1,
      title: product.title,
      handle: product.handle,
      metal: valueOf(product, variant, 'metal'),
      size: valueOf(product, variant, 'size') ?? valueOf(product, variant, 'length'),
      image: imagesOf(product, variant)[0]?.url ?? null,
      unitPrice: variant.calculated_price?.calculated_amount ?? null,
      originalUnitPrice: variant.calculated_price?.original_amount ?? null,
      shownPrice,
      engraving,
    })
  }

  return (
    <form id={id} action="/api/carts/current/line-items" method="post" noValidate onSubmit={addHere}>
      <input type="hidden" name="variant_id" value={variant.id} />
      <input type="hidden" name="quantity" value="1" />
      {shownPrice ? <input type="hidden" name="shown_price" value={shownPrice} /> : null}
      <Button
        type="submit"
        aria-label={name}
        className={`w-full group-has-[[data-other]:checked]/buy:hidden ${className}`}
      >
        <Trans>Add to cart</Trans>
      </Button>
      {children}
    </form>
  )
}
