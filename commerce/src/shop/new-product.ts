import { LENGTHS, SIZES, type FitOption } from './fits.ts'
import type { LocalizedText } from './localized-text.ts'
import { mediaOf } from './media.ts'
import { METALS, type Metal } from './metals.ts'
import { CATEGORIES, type SampleProduct } from './samples.ts'

/** The default metal comes first. */
export type NewProduct = Omit<ReturnType<typeof toNewProduct>, 'fit'> & { fit: FitOption | undefined }

export function toNewProduct(product: SampleProduct) {
  const { handle, title, subtitle, description, grams, collection, stones, engraving, originals } = product
  const { category, subcategory, cut, pictures, metadata } = mediaOf(product.media)
  const metals = pictures.map(([metal, files]) => {
    const dollars = originals[metal]
    if (dollars === undefined) throw new Error(`"${handle}" has pictures in ${metal} but no price`)
    return { metal, dollars, pictures: files }
  })
  const parent = CATEGORIES.find((one) => one.handle === category)
  const child = parent?.children.find((one) => (one.media ?? one.handle) === subcategory)
  if (!child) throw new Error(`There is no sub-category for "${category}/${subcategory}"`)
  return {
    handle,
    title,
    subtitle,
    description,
    material: materialOf(metals.map(({ metal }) => metal)),
    grams,
    fit: product.sized ? SIZES : product.lengths && LENGTHS[product.lengths],
    categories: [category, child.handle] as const,
    type: parent?.name.en ?? '',
    collection,
    cut,
    stones,
    engraving,
    /** Film and model; see `mediaOf`. */
    media: metadata,
    metals,
  }
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
