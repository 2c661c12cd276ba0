import { LENGTHS, SIZES, type FitOption } from './fits.ts'
import type { LocalizedText } from './localized-text.ts'
import { mediaOf } from './media.ts'
import { METALS, type Metal } from './metals.ts'
import { CATEGORIES, type SampleProduct } from './samples.ts'

/** The default metal comes first. */
export interface NewProduct {
  handle: string
  title: LocalizedText
  subtitle: LocalizedText
  description: LocalizedText
  material: LocalizedText
  grams: number
  fit: FitOption | undefined
  /** Handles of the category and its sub-category. */
  categories: [string, string]
  type: string
  collection: string | undefined
  cut: string | undefined
  stones: string | undefined
  /** Film and model; see `ProductMedia`. */
  media: Record<string, string>
  engraving: number | undefined
  metals: { metal: Metal; dollars: number; pictures: string[] }[]
}

export function toNewProduct(product: SampleProduct): NewProduct {
  const media = mediaOf(product.media)
  const metals = media.pictures.map(([metal, images]) => {
    const dollars = product.originals[metal]
    if (dollars === undefined) throw new Error(`"${product.handle}" has pictures in ${metal} but no price`)
    return { metal, dollars, pictures: images }
  })
  return {
    ...product,
    material: materialOf(metals.map(({ metal }) => metal)),
    fit: product.sized ? SIZES : product.lengths && LENGTHS[product.lengths],
    categories: [media.category, subcategoryHandle(media.category, media.subcategory)],
    type: CATEGORIES.find(({ handle }) => handle === media.category)?.name.en ?? '',
    collection: product.collection,
    cut: media.cut,
    stones: product.stones,
    media: media.metadata,
    engraving: product.engraving,
    metals,
  }
}

function subcategoryHandle(category: string, media: string): string {
  const children = CATEGORIES.find(({ handle }) => handle === category)?.children ?? []
  const child = children.find((one) => (one.media ?? one.handle) === media)
  if (!child) throw new Error(`There is no sub-category for "${category}/${media}"`)
  return child.handle
}

/** Several gold colors are listed as one material, since the shopper chooses the color. */
export function materialOf(metals: Metal[]): LocalizedText {
  const golds = metals.filter((metal) => metal.endsWith('-gold'))
  const others = metals.filter((metal) => !metal.endsWith('-gold')).map((metal) => METALS[metal].material)
  const gold: LocalizedText[] =
    golds.length > 1 ? [{ en: '14k gold', ru: 'золото 585 пробы' }] : golds.map((metal) => METALS[metal].material)
  const all = [...gold, ...others]
  return { en: all.map(({ en }) => en).join(' or '), ru: all.map(({ ru }) => ru).join(' или ') }
}
