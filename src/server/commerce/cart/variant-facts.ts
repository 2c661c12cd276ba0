import type { Locale } from '#shared/i18n/locale.ts'

/** What the catalogue knows of a variant, in one language: carts and orders take their words from here. */
export interface VariantFact {
  productId: string
  productTitle: string
  productSubtitle: string | null
  handle: string
  description: string | null
  /** `Default variant`, in every language, where the piece has nothing to choose. */
  variantTitle: string
  size: string | null
  /** The metal, as the shopper reads it. */
  color: string | null
  /** An image source, as in Image.url. */
  image: string | null
  /** What can be sold now; null where stock is not managed or may be back-ordered. */
  available: number | null
}

/** Undefined where the catalogue does not (or no longer) has the variant. */
export type VariantFacts = (variantId: string, locale: Locale) => VariantFact | undefined
