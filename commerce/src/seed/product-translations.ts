import type { MessageSet } from '../shop/localized-text.ts'
import { METALS } from '../shop/metals.ts'
import type { NewProduct } from '../shop/new-product.ts'
import { RING_SIZES } from '../shop/ring-sizes.ts'
import type { Translation } from './translations.ts'

/** A product's rows with the English words that tell them apart. */
export interface TranslatedProduct {
  id: string
  options: { id: string; title: string; values: { id: string; value: string }[] }[]
  variants: { id: string; title: string }[]
}

const OPTION_TITLES: MessageSet[] = [
  { en: 'Metal', ru: 'Металл' },
  { en: 'Size', ru: 'Размер' },
]
const VALUES: MessageSet[] = [...Object.values(METALS).map(({ name }) => name), ...RING_SIZES]
const RUSSIAN = new Map([...OPTION_TITLES, ...VALUES].map(({ en, ru }) => [en, ru]))

/** The Russian words of a product, its variants, its options and their values. */
export function productTranslations(row: TranslatedProduct, product: NewProduct): Translation[] {
  return [
    {
      reference: 'product',
      reference_id: row.id,
      translations: {
        title: product.title.ru,
        subtitle: product.subtitle.ru,
        description: product.description.ru,
        material: product.material.ru,
      },
    },
    ...row.variants.map(({ id, title }) => ({
      reference: 'product_variant',
      reference_id: id,
      translations: { title: title.split(' / ').map(russian).join(' / ') },
    })),
    ...row.options.flatMap(({ id, title, values }) => [
      { reference: 'product_option', reference_id: id, translations: { title: russian(title) } },
      ...values.map(({ id: valueId, value }) => ({
        reference: 'product_option_value',
        reference_id: valueId,
        translations: { value: russian(value) },
      })),
    ]),
  ]
}

function russian(english: string): string {
  const term = RUSSIAN.get(english)
  if (term === undefined) throw new Error(`"${english}" has no Russian word`)
  return term
}
