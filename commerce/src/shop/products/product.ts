import type { LENGTHS } from '../fits.ts'
import type { LocalizedText } from '../localized-text.ts'
import type { Metal } from '../metals.ts'

/** A product whose metals, each in every ring size or length, are its variants. Category, cut and images come from the media manifest. */
export interface SampleProduct {
  handle: string
  /** The name of the product in the media manifest, without the metal. */
  media: string
  title: LocalizedText
  subtitle: LocalizedText
  description: LocalizedText
  /**
   * The stones in the format of the product's metadata, the main ones first: their number (omitted if they are too many
   * to count), cut, and size in mm.
   */
  stones?: string
  /** How many characters can be engraved inside its band. */
  engraving?: number
  /** Weight in grams if made of gold. The weight in other metals is computed from it. */
  grams: number
  /** Regular prices in US dollars, by metal. */
  originals: Partial<Record<Metal, number>>
  collection?: 'best-sellers' | 'trending' | 'new-in'
  /** True if it is sold in ring sizes. */
  sized?: true
  /** If it is sold in lengths: which. */
  lengths?: keyof typeof LENGTHS
}
