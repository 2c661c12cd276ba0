import type { LENGTHS } from '../fits.ts'
import type { LocalizedText } from '../localized-text.ts'
import type { Metal } from '../metals.ts'

/** Variants are its metals in every ring size or length. Category, cut and images come from the media manifest. */
export interface SampleProduct {
  handle: string
  /** Its name in the media manifest, without the metal. */
  media: string
  title: LocalizedText
  subtitle: LocalizedText
  description: LocalizedText
  /** As in the product's metadata: number (omitted if they are too many to count), cut, and size in mm. */
  stones?: string
  engraving?: number
  /** If made of gold. The weight in other metals is computed from it. */
  grams: number
  /** Regular prices in US dollars. */
  originals: Partial<Record<Metal, number>>
  collection?: 'best-sellers' | 'trending' | 'new-in'
  sized?: true
  lengths?: keyof typeof LENGTHS
}
