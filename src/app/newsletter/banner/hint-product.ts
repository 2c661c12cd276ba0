import { localePath, type Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { ANY_SIZE } from '#shared/newsletter/hint-path.ts'
import { productPath } from '#shared/page/page-paths.ts'
import type { Image } from '#shared/product/product.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'
import { choiceQuery, chosenOf, optionsInOrder, imagesOf } from '#shared/product/variant-choice.ts'

export interface HintProduct {
  variantId: string
  /** False if the shopper has not chosen a size. */
  isSized: boolean
  /** A path in the language of the current page. */
  url: string
  title: string
  /** The metal, size and price as text. */
  facts: string[]
  image: Image | undefined
}

/** The variant of `query` (see `hintPath`), else the first one. Undefined for a product without variants. */
export function toHintProduct(product: ShownProduct, query: URLSearchParams, locale: Locale): HintProduct | undefined {
  const variantId = query.get('variant')
  const isSized = query.get('size') !== ANY_SIZE
  const variant = product.variants.find(({ id }) => id === variantId) ?? product.variants[0]
  if (!variant) return undefined
  const choice = isSized ? variant.options : chosenOf(product, variant, {})
  const options = optionsInOrder(product).flatMap(({ code, title, values }) => {
    const value = values.find((one) => one.code === choice[code])?.value
    if (value === undefined) return []
    // A metal needs no label, but a size does.
    return code === 'metal' ? value : `${title} ${value}`
  })
  const price = variant.calculated_price
  return {
    variantId: variant.id,
    isSized,
    url: localePath(locale, productPath(product.handle)) + choiceQuery(product, choice),
    title: product.title,
    facts: [...options, ...(price ? [formatMoney(price.calculated_amount, price.currency_code, locale)] : [])],
    image: imagesOf(product, variant)[0],
  }
}
