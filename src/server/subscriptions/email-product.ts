import type { EmailProduct } from '#shared/email/email.ts'
import { localePath } from '#shared/i18n/locale-path.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { emailImageUrl } from '#shared/images/image-url.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import type { Product, Variant } from '#shared/product/product.ts'
import { choiceQuery, optionsInOrder, imagesOf } from '#shared/product/variant-choice.ts'

/** Twice the width of an email, for dense screens. */
const IMAGE_WIDTH = 1280

/**
 * A product as an email shows it, the variant chosen; without its size where that was not.
 * @param product in the email's language and the currency of anyone who has it sent
 */
export function toEmailProduct(
  product: Product,
  variant: Variant,
  place: { origin: string; locale: Locale; isSized: boolean },
): EmailProduct {
  const { origin, locale, isSized } = place
  const [image] = imagesOf(product, variant)
  const price = variant.calculated_price
  return {
    title: product.title,
    url: `${origin}${localePath(locale, `/shop/product/${product.handle}`)}${choiceQuery(product, variant, isSized)}`,
    picture: image ? { url: emailImageUrl(origin, image.url, IMAGE_WIDTH), alt: image.alt } : null,
    price: price && formatMoney(price.calculated_amount, price.currency_code, locale),
    options: optionsInOrder(product).flatMap(({ code, title, values }) => {
      const chosen = values.find((value) => value.code === variant.options[code])
      return chosen && (isSized || code !== 'size') ? [{ title, value: chosen.value }] : []
    }),
  }
}
