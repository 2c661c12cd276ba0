import type { MedusaContainer } from '@medusajs/framework/types'
import {
  createCollectionsWorkflow,
  createProductCategoriesWorkflow,
  createProductTagsWorkflow,
  createProductTypesWorkflow,
} from '@medusajs/medusa/core-flows'

import { rowsOf } from '../rows.ts'
import type { LocalizedText } from '../shop/localized-text.ts'
import { CATEGORIES, COLLECTIONS } from '../shop/samples.ts'
import { addTranslations, type Translation } from './translations.ts'

/** Ids by handle; those of tags and types by value. */
export interface ShopCategories {
  categories: Map<string, string>
  collections: Map<string, string>
  tags: Map<string, string>
  types: Map<string, string>
}

export async function prepareCategories(container: MedusaContainer, cuts: string[]): Promise<ShopCategories> {
  await addCategories(
    container,
    CATEGORIES.map((category, rank) => ({ ...category, rank })),
    undefined,
  )
  const parents = await idsOf(container, 'product_category', 'handle')
  for (const { handle, children } of CATEGORIES) {
    await addCategories(
      container,
      children.map((child, rank) => ({ ...child, rank })),
      parents.get(handle),
    )
  }
  await addCollections(container)
  await addTags(container, cuts)
  await addTypes(container)
  return readCategories(container)
}

export async function readCategories(container: MedusaContainer): Promise<ShopCategories> {
  return {
    categories: await idsOf(container, 'product_category', 'handle'),
    collections: await idsOf(container, 'product_collection', 'handle'),
    tags: await idsOf(container, 'product_tag', 'value'),
    types: await idsOf(container, 'product_type', 'value'),
  }
}

async function idsOf(
  container: MedusaContainer,
  entity: string,
  name: 'handle' | 'value',
): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; handle: string; value: string }>(container, entity, ['id', name])
  return new Map(rows.map((row) => [row[name], row.id]))
}

interface RankedCategory {
  handle: string
  name: LocalizedText
  description: LocalizedText
  rank: number
}

async function addCategories(
  container: MedusaContainer,
  categories: RankedCategory[],
  parent: string | undefined,
): Promise<void> {
  const known = await idsOf(container, 'product_category', 'handle')
  const missing = categories.filter(({ handle }) => !known.has(handle))
  if (missing.length === 0) return
  const { result } = await createProductCategoriesWorkflow(container).run({
    input: {
      product_categories: missing.map(({ handle, name, description, rank }) => ({
        handle,
        rank,
        name: name.en,
        description: description.en,
        is_active: true,
        ...(parent ? { parent_category_id: parent } : {}),
      })),
    },
  })
  const byHandle = new Map(missing.map((category) => [category.handle, category]))
  const translations = result.map(({ id, handle }): Translation => ({
    reference: 'product_category',
    reference_id: id,
    translations: {
      name: byHandle.get(handle)?.name.ru ?? '',
      description: byHandle.get(handle)?.description.ru ?? '',
    },
  }))
  await addTranslations(container, translations)
}

async function addCollections(container: MedusaContainer): Promise<void> {
  const known = await idsOf(container, 'product_collection', 'handle')
  const missing = COLLECTIONS.filter(({ handle }) => !known.has(handle))
  if (missing.length === 0) return
  const { result } = await createCollectionsWorkflow(container).run({
    input: { collections: missing.map(({ handle, title }) => ({ handle, title: title.en })) },
  })
  const russian = new Map(missing.map(({ handle, title }) => [handle, title.ru]))
  await addTranslations(
    container,
    result.map(({ id, handle }) => ({
      reference: 'product_collection',
      reference_id: id,
      translations: { title: russian.get(handle) ?? '' },
    })),
  )
}

async function addTags(container: MedusaContainer, values: string[]): Promise<void> {
  const known = await idsOf(container, 'product_tag', 'value')
  const missing = values.filter((value) => !known.has(value))
  if (missing.length === 0) return
  await createProductTagsWorkflow(container).run({ input: { product_tags: missing.map((value) => ({ value })) } })
}

/** Medusa's tax rates and promotions can be limited to product types. */
async function addTypes(container: MedusaContainer): Promise<void> {
  const known = await idsOf(container, 'product_type', 'value')
  const missing = CATEGORIES.map(({ name }) => name.en).filter((value) => !known.has(value))
  if (missing.length === 0) return
  await createProductTypesWorkflow(container).run({ input: { product_types: missing.map((value) => ({ value })) } })
}
