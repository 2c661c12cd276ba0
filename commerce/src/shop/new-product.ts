import { CATEGORIES } from './categories.ts'
import { mediaOf } from './media.ts'
import { METALS, type Metal } from './metals.ts'
import type { Piece } from './pieces/piece.ts'
import { RING_SIZES } from './ring-sizes.ts'
import type { Words } from './words.ts'

/** Everything that the shelf needs to know of a product; the default metal stands first. */
export interface NewProduct {
  handle: string
  title: Words
  subtitle: Words
  description: Words
  material: Words
  grams: number
  /** Ring sizes; none where the piece has no size. */
  sizes: readonly Words[]
  /** Handles: the category and its sub-category. */
  categories: [string, string]
  collection: string | undefined
  cut: string | undefined
  stones: string | undefined
  metals: { metal: Metal; dollars: number; pictures: string[] }[]
}

/** Joins a piece's words and prices with its pictures. */
export function toNewProduct(piece: Piece): NewProduct {
  const media = mediaOf(piece.media)
  const metals = media.pictures.map(([metal, pictures]) => {
    const dollars = piece.originals[metal]
    if (dollars === undefined) throw new Error(`"${piece.handle}" has pictures in ${metal} but no price`)
    return { metal, dollars, pictures }
  })
  return {
    ...piece,
    material: materialOf(metals.map(({ metal }) => metal)),
    sizes: piece.sized ? RING_SIZES : [],
    categories: [media.category, subcategoryHandle(media.category, media.subcategory)],
    collection: piece.collection,
    cut: media.cut,
    stones: piece.stones,
    metals,
  }
}

function subcategoryHandle(category: string, media: string): string {
  const children = CATEGORIES.find(({ handle }) => handle === category)?.children ?? []
  const child = children.find((one) => (one.media ?? one.handle) === media)
  if (!child) throw new Error(`There is no sub-category for "${category}/${media}"`)
  return child.handle
}

/** Golds of several colours are one word: the colour is the shopper's choice. */
export function materialOf(metals: Metal[]): Words {
  const golds = metals.filter((metal) => metal.endsWith('-gold'))
  const others = metals.filter((metal) => !metal.endsWith('-gold')).map((metal) => METALS[metal].material)
  const gold: Words[] =
    golds.length > 1 ? [{ en: '14k gold', ru: 'золото 585 пробы' }] : golds.map((metal) => METALS[metal].material)
  const all = [...gold, ...others]
  return { en: capital(all.map(({ en }) => en).join(' or ')), ru: capital(all.map(({ ru }) => ru).join(' или ')) }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
