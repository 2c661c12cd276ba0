import names from './line-names.json' with { type: 'json' }
import { materialOf, toNewProduct, type NewProduct } from './new-product.ts'
import { ALL_PRODUCTS } from './samples.ts'

/** "Aurora round solitaire ring". */
const NAMES = Object.entries(names)
const NUMERALS = ['', ' II', ' III', ' IV', ' V', ' VI', ' VII', ' VIII', ' IX', ' X']
export const MOST_GENERATED = NAMES.length * NUMERALS.length * ALL_PRODUCTS.length
const SIZES = ['6', '7', '8']

/** A variation of a sample under another name; deterministic. `index` is below `MOST_GENERATED`. */
export function generatedProduct(index: number): NewProduct {
  const product = ALL_PRODUCTS[index % ALL_PRODUCTS.length]
  const round = Math.floor(index / ALL_PRODUCTS.length)
  const [en, ru] = NAMES[round % NAMES.length] ?? []
  const numeral = NUMERALS[Math.floor(round / NAMES.length)]
  if (!product || numeral === undefined) throw new RangeError(`There is no product for ${index}`)
  const name = `${en}${numeral}`
  const model = toNewProduct(product)
  const metals = round % 3 === 0 ? model.metals : model.metals.slice(round % model.metals.length).slice(0, 1)
  return {
    ...model,
    handle: `${name.toLowerCase().replaceAll(' ', '-')}-${model.handle}`,
    title: { en: `${name} ${lowerFirst(model.title.en)}`, ru: `${model.title.ru} «${ru}${numeral}»` },
    fit: product.sized
      ? model.fit && { ...model.fit, values: model.fit.values.filter((size) => SIZES.includes(size.en)) }
      : undefined,
    material: materialOf(metals.map(({ metal }) => metal)),
    collection: undefined,
    metals: metals.map((metal) => ({ ...metal, dollars: variedPrice(metal.dollars, index) })),
  }
}

/** 0.7 to 1.5 times the original, rounded like the original prices. */
function variedPrice(dollars: number, index: number) {
  const factor = 0.7 + ((index * 37) % 81) / 100
  return Math.max(165, Math.round((dollars * factor - 15) / 50) * 50 + 15)
}

function lowerFirst(text: string) {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
