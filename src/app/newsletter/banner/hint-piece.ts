import type { Image } from '#shared/api/product.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'
import { optionsInOrder, picturesOf } from '#shared/product/variant-choice.ts'

/** What somebody wishes for. */
export interface HintPiece {
  variantId: string
  title: string
  /** Its metal, its size and what it costs. */
  facts: string[]
  picture: Image | undefined
}

/** @returns undefined for a piece without variants; its first one where the variant named is none of its own */
export function toHintPiece(product: ShownProduct, variantId: string | null, locale: Locale): HintPiece | undefined {
  const variant = product.variants.find(({ id }) => id === variantId) ?? product.variants[0]
  if (!variant) return undefined
  const options = optionsInOrder(product).flatMap(({ code, title, values }) => {
    const value = values.find((one) => one.code === variant.options[code])?.value
    if (value === undefined) return []
    // A metal speaks for itself, a bare 5 does not.
    return code === 'metal' ? value : `${title} ${value}`
  })
  const price = variant.calculated_price
  return {
    variantId: variant.id,
    title: product.title,
    facts: [...options, ...(price ? [formatMoney(price.calculated_amount, price.currency_code, locale)] : [])],
    picture: picturesOf(product, variant)[0],
  }
}
