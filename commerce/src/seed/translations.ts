import type { MedusaContainer } from '@medusajs/framework/types'
import { createTranslationsWorkflow } from '@medusajs/medusa/core-flows'

import { FIT_OPTIONS } from '../shop/fits.ts'
import type { LocalizedText } from '../shop/localized-text.ts'
import { METALS } from '../shop/metals.ts'
import type { NewProduct } from '../shop/new-product.ts'

/** The row itself holds the English texts. */
interface Translation {
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

const TEXTS: LocalizedText[] = [
  { en: 'Metal', ru: 'Металл' },
  ...Object.values(METALS).map(({ name }) => name),
  ...FIT_OPTIONS.flatMap(({ title, values }) => [title, ...values]),
]
const RUSSIAN = new Map(TEXTS.map(({ en, ru }) => [en, ru]))

/** Rows that have translations keep them. */
export async function addTranslations(container: MedusaContainer, rows: Translation[]) {
  for (let start = 0; start < rows.length; start += BATCH) {
    const translations = rows.slice(start, start + BATCH).map((row) => ({ ...row, locale_code: LOCALE }))
    await createTranslationsWorkflow(container).run({ input: { translations } })
  }
}

export function productTranslations(row: TranslatedProduct, product: NewProduct): Translation[] {
  const { title, subtitle, description, material } = product
  const russian = { title: title.ru, subtitle: subtitle.ru, description: description.ru, material: material.ru }
  return [
    { reference: 'product', reference_id: row.id, translations: russian },
    ...row.variants.map((variant) => ({
      reference: 'product_variant',
      reference_id: variant.id,
      translations: { title: variant.title.split(' / ').map(toRussian).join(' / ') },
    })),
    ...row.options.flatMap((option) => [
      { reference: 'product_option', reference_id: option.id, translations: { title: toRussian(option.title) } },
      ...option.values.map(({ id, value }) => ({
        reference: 'product_option_value',
        reference_id: id,
        translations: { value: toRussian(value) },
      })),
    ]),
  ]
}

function toRussian(english: string) {
  const russian = RUSSIAN.get(english)
  if (russian === undefined) throw new Error(`"${english}" has no Russian word`)
  return russian
}
