import type { Metal } from '../metals.ts'
import type { Words } from '../words.ts'

/** A kind of piece: one product, whose metals (and ring sizes) are its variants. Category, cut and pictures come from the media. */
export interface Piece {
  handle: string
  /** What our media calls the piece, without its metal. */
  media: string
  title: Words
  subtitle: Words
  description: Words
  /**
   * Its stones, the main ones first, as the product's metadata says them: how many of each (nothing where they are too
   * many to count), their cut, and how large they are in mm. Nothing for a piece without.
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
