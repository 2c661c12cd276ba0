import type { MedusaContainer } from '@medusajs/framework/types'
import { MedusaError } from '@medusajs/framework/utils'
import {
  batchTranslationsWorkflow,
  createProductTagsWorkflow,
  updateProductsWorkflow,
} from '@medusajs/medusa/core-flows'

import { rowsOf } from '../rows.ts'
import { askStorefront } from './notify-storefront.ts'

/** As they are typed. The storefront knows their rules. */
export interface ProductFields {
  stones: { count: string; cut: string; length: string; width: string }[]
  cuts: string[]
  engraving: string
  bespoke: boolean
  material_en: string
  material_ru: string
}

export interface ProductChange {
  fields: ProductFields
  /** The others may have been changed by other staff meanwhile. */
  changed: (keyof ProductFields)[]
}

interface StoredProduct {
  material: string | null
  metadata: Record<string, unknown> | null
  tags: { id: string; value: string }[] | null
}

const LOCALE = 'ru-RU'

/** Throws MedusaError if the product does not exist or the storefront does not answer. */
export async function readProductFields(container: MedusaContainer, id: string) {
  const { product, russian } = await readStored(container, id)
  const answer = await askStorefront('product-fields', {
    metadata: product.metadata ?? null,
    tags: (product.tags ?? []).map(({ value }) => value),
    material_en: product.material ?? '',
    material_ru: russian?.translations['material'] ?? '',
  })
  return answer as { fields: ProductFields; cuts: string[] }
}

/** Throws MedusaError with sentences for the staff if any field is wrong; nothing is stored then. */
export async function saveProductFields(container: MedusaContainer, id: string, { fields, changed }: ProductChange) {
  const { problems, metadata, cuts } = (await askStorefront('product-fields/check', fields)) as {
    problems: { message: string }[]
    metadata: Record<string, unknown>
    cuts: string[]
  }
  if (problems.length > 0) {
    const messages = [...new Set(problems.map(({ message }) => message))].join(' ')
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `Nothing was saved. ${messages}`)
  }
  const isChanged = (name: string) => changed.some((other) => other === name)
  const tagIds = isChanged('cuts') ? await tagIdsOf(container, fields.cuts) : []
  // As late as possible, because other staff may edit the same product.
  const { product, russian } = await readStored(container, id)
  const others = (product.tags ?? []).filter(({ value }) => !cuts.includes(value))
  await updateProductsWorkflow(container).run({
    input: {
      selector: { id },
      update: {
        // Medusa keeps the keys that are not named here.
        metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => isChanged(key))),
        ...(isChanged('material_en') && { material: fields.material_en.trim() || null }),
        ...(isChanged('cuts') && { tags: [...others.map((tag) => tag.id), ...tagIds].map((tag) => ({ id: tag })) }),
      },
    },
  })
  if (!isChanged('material_ru')) return
  const { material: _, ...texts } = russian?.translations ?? {}
  const material = fields.material_ru.trim()
  const translations = material ? { ...texts, material } : texts
  const added = { reference: 'product', reference_id: id, locale_code: LOCALE, translations }
  await batchTranslationsWorkflow(container).run({
    input: russian
      ? { create: [], update: [{ id: russian.id, translations }], delete: [] }
      : { create: [added], update: [], delete: [] },
  })
}

async function readStored(container: MedusaContainer, id: string) {
  const fields = ['id', 'material', 'metadata', 'tags.id', 'tags.value']
  const [[product], [russian]] = await Promise.all([
    rowsOf<StoredProduct>(container, 'product', fields, { id }),
    rowsOf<{ id: string; translations: Record<string, string> }>(container, 'translation', ['id', 'translations'], {
      reference_id: id,
      locale_code: LOCALE,
    }),
  ])
  if (!product) throw new MedusaError(MedusaError.Types.NOT_FOUND, 'The product does not exist any more.')
  return { product, russian }
}

async function tagIdsOf(container: MedusaContainer, values: string[]) {
  const filters = { value: values }
  const known = await rowsOf<{ id: string; value: string }>(container, 'product_tag', ['id', 'value'], filters)
  const missing = values.filter((value) => !known.some((tag) => tag.value === value))
  if (missing.length === 0) return known.map(({ id }) => id)
  const product_tags = missing.map((value) => ({ value }))
  const { result } = await createProductTagsWorkflow(container).run({ input: { product_tags } })
  return [...known, ...result].map(({ id }) => id)
}
