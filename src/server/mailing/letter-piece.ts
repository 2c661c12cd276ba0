import type { Product, Variant } from '#shared/api/product.ts'
import { localePath } from '#shared/i18n/locale-path.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { letterImageUrl } from '#shared/images/image-url.ts'
import type { LetterPiece } from '#shared/letters/letter.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { choiceQuery, optionsInOrder, picturesOf } from '#shared/product/variant-choice.ts'

/** Twice the width of a letter, for dense screens. */
const PICTURE_WIDTH = 1280

/**
 * A piece as a letter shows it, the variant chosen.
 * @param product in the letter's language and the currency of whoever has it sent
 */
export function toLetterPiece(
  product: Product,
  variant: Variant,
  place: { origin: string; locale: Locale },
): LetterPiece {
  const { origin, locale } = place
  const [picture] = picturesOf(product, variant)
  const price = variant.calculated_price
  return {
    title: product.title,
    url: `${origin}${localePath(locale, `/shop/product/${product.handle}`)}${choiceQuery(product, variant)}`,
    picture: picture ? { url: letterImageUrl(origin, picture.url, PICTURE_WIDTH), alt: picture.alt } : null,
    price: price && formatMoney(price.calculated_amount, price.currency_code, locale),
    options: optionsInOrder(product).flatMap(({ code, title, values }) => {
      const chosen = values.find((value) => value.code === variant.options[code])
      return chosen ? [{ title, value: chosen.value }] : []
    }),
  }
}
