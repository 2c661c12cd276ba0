import { localePath, type Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { ANY_SIZE } from '#shared/newsletter/hint-path.ts'
import type { Image } from '#shared/product/product.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'
import { choiceQuery, optionsInOrder, imagesOf } from '#shared/product/variant-choice.ts'

/** What someone wishes for. */
export interface HintProduct {
  variantId: string
  /** False where its size was not chosen. */
  isSized: boolean
  /** Of its page, from the root, in the language of this one. */
  url: string
  title: string
  /** Its metal, its size and what it costs. */
  facts: string[]
  picture: Image | undefined
}

/**
 * @param asked what the address of the page says: see `hintPath`
 * @returns undefined for a product without variants; its first one where the variant named is none of its own
 */
export function toHintProduct(product: ShownProduct, asked: URLSearchParams, locale: Locale): HintProduct | undefined {
  const variantId = asked.get('variant')
  const isSized = asked.get('size') !== ANY_SIZE
  const variant = product.variants.find(({ id }) => id === variantId) ?? product.variants[0]
  if (!variant) return undefined
  const options = optionsInOrder(product).flatMap(({ code, title, values }) => {
    const value = values.find((one) => one.code === variant.options[code])?.value
    if (value === undefined || (code === 'size' && !isSized)) return []
    // A metal speaks for itself, a bare 5 does not.
    return code === 'metal' ? value : `${title} ${value}`
  })
  const price = variant.calculated_price
  return {
    variantId: variant.id,
    isSized,
    url: localePath(locale, `/shop/product/${product.handle}`) + choiceQuery(product, variant, isSized),
    title: product.title,
    facts: [...options, ...(price ? [formatMoney(price.calculated_amount, price.currency_code, locale)] : [])],
    picture: imagesOf(product, variant)[0],
  }
}
