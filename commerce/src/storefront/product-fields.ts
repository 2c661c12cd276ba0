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

interface ReadFields {
  fields: ProductFields
  cuts: string[]
}

interface Stored {
  product: {
    material: string | null
    metadata: Record<string, unknown> | null
    tags: { id: string; value: string }[] | null
  }
  russian: { id: string; translations: Record<string, string> } | undefined
}

const LOCALE = 'ru-RU'
const ROUTE = '/api/_internal/staff/product-fields'

/** @throws MedusaError if the product does not exist or the storefront does not answer */
export async function readProductFields(container: MedusaContainer, id: string): Promise<ReadFields> {
  const { product, russian } = await readStored(container, id)
  return (await askStorefront(ROUTE, {
    metadata: product.metadata ?? null,
    tags: (product.tags ?? []).map(({ value }) => value),
    material_en: product.material ?? '',
    material_ru: russian?.translations['material'] ?? '',
  })) as ReadFields
}

/** Throws MedusaError with sentences for the staff if any field is wrong; nothing is stored then. */
export async function saveProductFields(
  container: MedusaContainer,
  id: string,
  { fields, changed }: ProductChange,
): Promise<void> {
  const { problems, metadata, cuts } = (await askStorefront(`${ROUTE}/check`, fields)) as {
    problems: { message: string }[]
    metadata: Record<string, unknown>
    cuts: string[]
  }
  if (problems.length > 0) {
    const messages = [...new Set(problems.map(({ message }) => message))].join(' ')
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `Nothing was saved. ${messages}`)
  }
  const tagIds = changed.includes('cuts') ? await tagIdsOf(container, fields.cuts) : []
  // As late as possible, because other staff may edit the same product.
  const { product, russian } = await readStored(container, id)
  await updateProductsWorkflow(container).run({
    input: {
      selector: { id },
      update: {
        // Medusa keeps the keys that are not named here.
        metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => changed.some((name) => name === key))),
        ...(changed.includes('material_en') ? { material: fields.material_en.trim() || null } : {}),
        ...(changed.includes('cuts')
          ? {
              tags: [
                ...(product.tags ?? [])
                  .filter(({ value }) => !cuts.includes(value))
                  .map(({ id: tag }) => ({ id: tag })),
                ...tagIds.map((tag) => ({ id: tag })),
              ],
            }
          : {}),
      },
    },
  })
  if (changed.includes('material_ru')) await saveRussianMaterial(container, id, fields.material_ru.trim(), russian)
}

async function readStored(container: MedusaContainer, id: string): Promise<Stored> {
  const fields = ['id', 'material', 'metadata', 'tags.id', 'tags.value']
  const [[product], [russian]] = await Promise.all([
    rowsOf<Stored['product']>(container, 'product', fields, { id }),
    rowsOf<NonNullable<Stored['russian']>>(container, 'translation', ['id', 'translations'], {
      reference_id: id,
      locale_code: LOCALE,
    }),
  ])
  if (!product) throw new MedusaError(MedusaError.Types.NOT_FOUND, 'The product does not exist any more.')
  return { product, russian }
}

async function tagIdsOf(container: MedusaContainer, values: string[]): Promise<string[]> {
  const known = await rowsOf<{ id: string; value: string }>(container, 'product_tag', ['id', 'value'], {
    value: values,
  })
  const missing = values.filter((value) => !known.some((tag) => tag.value === value))
  if (missing.length === 0) return known.map(({ id }) => id)
  const { result } = await createProductTagsWorkflow(container).run({
    input: { product_tags: missing.map((value) => ({ value })) },
  })
  return [...known, ...result].map(({ id }) => id)
}

async function saveRussianMaterial(
  container: MedusaContainer,
  id: string,
  material: string,
  russian: Stored['russian'],
): Promise<void> {
  const { material: _, ...others } = russian?.translations ?? {}
  const translations = material ? { ...others, material } : others
  const input = russian
    ? { create: [], update: [{ id: russian.id, translations }], delete: [] }
    : {
        create: [{ reference: 'product', reference_id: id, locale_code: LOCALE, translations }],
        update: [],
        delete: [],
      }
  await batchTranslationsWorkflow(container).run({ input })
}
