import type { HttpTypes } from '@medusajs/types'

import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'

import { changedKeys, show } from './changes.ts'
import type { FileProduct } from './file-product.ts'
import type { ProductPlan } from './plan.ts'
import type { ExistingProducts } from './read-existing.ts'

export function planTranslations(
  file: FileProduct,
  product: HttpTypes.AdminProduct,
  { translations: batch, changes }: ProductPlan,
  known: ExistingProducts['translations'],
): void {
  for (const { reference, reference_id, translations } of russianRows(file, product)) {
    const existing = known.get(reference_id)
    const changed = changedKeys(translations, existing?.texts)
    if (changed.length === 0) continue
    if (existing) batch.update.push({ id: existing.id, translations: { ...existing.texts, ...translations } })
    else batch.create.push({ reference, reference_id, locale_code: LANGUAGE_TAGS.ru, translations })
    for (const key of changed)
      changes.push(`Russian ${key}: ${show(existing?.texts[key])} → ${show(translations[key])}`)
  }
}

interface RussianRow {
  reference: string
  reference_id: string
  translations: Record<string, string>
}

/** The rows of the product that have Russian texts in the file. */
function russianRows(file: FileProduct, product: HttpTypes.AdminProduct): RussianRow[] {
  const rows: RussianRow[] = [{ reference: 'product', reference_id: product.id, translations: file.texts.ru }]
  for (const [index, { title, russian }] of file.options.entries()) {
    const option = product.options?.find((one) => one.title === title)
    if (!option) continue
    if (russian) rows.push({ reference: 'product_option', reference_id: option.id, translations: { title: russian } })
    for (const { id, value } of option.values ?? []) {
      const named = file.variants.find(({ values }) => values[index]?.value === value)?.values[index]?.russian
      if (named) rows.push({ reference: 'product_option_value', reference_id: id, translations: { value: named } })
    }
  }
  for (const { sku, values } of file.variants) {
    const variant = product.variants?.find((one) => one.sku === sku)
    if (!variant || values.every(({ russian }) => russian === undefined)) continue
    const title = values.map(({ value, russian }) => russian ?? value).join(' / ')
    rows.push({ reference: 'product_variant', reference_id: variant.id, translations: { title } })
  }
  return rows
}
