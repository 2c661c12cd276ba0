import type { MessageSet } from '../localized-text.ts'
import type { Metal } from '../metals.ts'

/**
 * A kind of product: one product, whose metals (and ring sizes) are its variants. Category, cut and images come from
 * the media.
 */
export interface SampleProduct {
  handle: string
  /** What our media calls the product, without its metal. */
  media: string
  title: MessageSet
  subtitle: MessageSet
  description: MessageSet
  /**
   * Its stones, the main ones first, as the product's metadata says them: how many of each (nothing where they are too
   * many to count), their cut, and how large they are in mm. Nothing for a product without.
   */
  stones?: string
  /** Grams in gold; other metals follow from it. */
  grams: number
  /** American dollars outside the sale, by metal. */
  originals: Partial<Record<Metal, number>>
  collection?: 'best-sellers' | 'trending' | 'new-in'
  /** Sold by ring size. */
  sized?: true
}
