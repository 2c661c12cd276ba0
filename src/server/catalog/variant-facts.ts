import type { ResolveImage } from '#server/images/media.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { availableOf } from './records/records.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

/** What a line of a cart or an order says about its variant, in one language. */
export interface VariantFact {
  productId: string
  productTitle: string
  productSubtitle: string | null
  handle: string
  description: string
  /** `Default variant`, in every language, where the product has nothing to choose. */
  variantTitle: string
  size: string | null
  /** The metal. */
  color: string | null
  /** An image source, as in `Image.url`. */
  image: string | null
  /** What can be sold now; null where stock is not managed or may be back-ordered. */
  available: number | null
}

/** Undefined where the shop does not (or no longer) sell the variant. */
export type VariantFacts = (variantId: string, locale: Locale) => VariantFact | undefined

/** The question that VariantFacts asks, of one snapshot. */
export function toVariantFact(
  snapshot: Snapshot,
  resolveImage: ResolveImage,
  variantId: string,
  locale: Locale,
): VariantFact | undefined {
  const record = snapshot.byVariant.get(variantId)
  const variant = record?.variants.find(({ id }) => id === variantId)
  if (!record || !variant) return undefined
  const text = record.words[locale]
  const chosen = (...codes: string[]): string | null => {
    const option = record.options.find(({ code }) => codes.includes(code))
    const value = option?.values.find(({ code }) => code === variant.options[option.code])
    return value ? (text.values[value.id] ?? value.code) : null
  }
  const [shown] = variant.images
  const image = record.images.find(({ id }) => id === shown)?.url ?? record.thumbnail
  return {
    productId: record.id,
    productTitle: text.title,
    productSubtitle: text.subtitle,
    handle: record.handle,
    description: text.description ?? '',
    variantTitle: text.variants[variantId] ?? '',
    size: chosen('size'),
    color: chosen('metal', 'color'),
    image: image && (resolveImage(image, locale)?.url ?? image),
    available: availableOf(variant),
  }
}
