import type { MedusaContainer } from '@medusajs/framework/types'
import { createTranslationsWorkflow } from '@medusajs/medusa/core-flows'

import { FIT_OPTIONS } from '../shop/fits.ts'
import type { LocalizedText } from '../shop/localized-text.ts'
import { METALS } from '../shop/metals.ts'
import type { NewProduct } from '../shop/new-product.ts'

/** The row itself holds the English texts. */
export interface Translation {
  reference: string
  reference_id: string
  translations: Record<string, string>
}

export interface TranslatedProduct {
  id: string
  options: { id: string; title: string; values: { id: string; value: string }[] }[]
  variants: { id: string; title: string }[]
}

const LOCALE = 'ru-RU'
const BATCH = 1000

const OPTION_TITLES: LocalizedText[] = [{ en: 'Metal', ru: 'Металл' }, ...FIT_OPTIONS.map(({ title }) => title)]
const OPTION_VALUES: LocalizedText[] = [
  ...Object.values(METALS).map(({ name }) => name),
  ...FIT_OPTIONS.flatMap(({ values }) => values),
]
const RUSSIAN = new Map([...OPTION_TITLES, ...OPTION_VALUES].map(({ en, ru }) => [en, ru]))

/** Rows that have translations keep them. */
export async function addTranslations(container: MedusaContainer, rows: Translation[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const translations = rows.slice(start, start + BATCH).map((row) => ({ ...row, locale_code: LOCALE }))
    await createTranslationsWorkflow(container).run({ input: { translations } })
  }
}

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
      translations: { title: title.split(' / ').map(toRussian).join(' / ') },
    })),
    ...row.options.flatMap(({ id, title, values }) => [
      { reference: 'product_option', reference_id: id, translations: { title: toRussian(title) } },
      ...values.map(({ id: valueId, value }) => ({
        reference: 'product_option_value',
        reference_id: valueId,
        translations: { value: toRussian(value) },
      })),
    ]),
  ]
}

function toRussian(english: string): string {
  const russian = RUSSIAN.get(english)
  if (russian === undefined) throw new Error(`"${english}" has no Russian word`)
  return russian
}
