import { CATEGORIES } from './categories.ts'
import type { MessageSet } from './localized-text.ts'
import { mediaOf } from './media.ts'
import { METALS, type Metal } from './metals.ts'
import type { SampleProduct } from './products/product.ts'
import { RING_SIZES } from './ring-sizes.ts'

/** Everything that the shelf needs to know of a product; the default metal stands first. */
export interface NewProduct {
  handle: string
  title: MessageSet
  subtitle: MessageSet
  description: MessageSet
  material: MessageSet
  grams: number
  /** Ring sizes; none where the product has no size. */
  sizes: readonly MessageSet[]
  /** Handles: the category and its sub-category. */
  categories: [string, string]
  /** The English name of the category, which is the value of its product type. */
  type: string
  collection: string | undefined
  cut: string | undefined
  stones: string | undefined
  metals: { metal: Metal; dollars: number; pictures: string[] }[]
}

/** Joins a product's words and prices with its images. */
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
    sizes: product.sized ? RING_SIZES : [],
    categories: [media.category, subcategoryHandle(media.category, media.subcategory)],
    type: CATEGORIES.find(({ handle }) => handle === media.category)?.name.en ?? '',
    collection: product.collection,
    cut: media.cut,
    stones: product.stones,
    metals,
  }
}

function subcategoryHandle(category: string, media: string): string {
  const children = CATEGORIES.find(({ handle }) => handle === category)?.children ?? []
  const child = children.find((one) => (one.media ?? one.handle) === media)
  if (!child) throw new Error(`There is no sub-category for "${category}/${media}"`)
  return child.handle
}

/** Golds of several colors are one word: the color is the shopper's choice. */
export function materialOf(metals: Metal[]): MessageSet {
  const golds = metals.filter((metal) => metal.endsWith('-gold'))
  const others = metals.filter((metal) => !metal.endsWith('-gold')).map((metal) => METALS[metal].material)
  const gold: MessageSet[] =
    golds.length > 1 ? [{ en: '14k gold', ru: 'золото 585 пробы' }] : golds.map((metal) => METALS[metal].material)
  const all = [...gold, ...others]
  return { en: capital(all.map(({ en }) => en).join(' or ')), ru: capital(all.map(({ ru }) => ru).join(' или ')) }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
