import type { MedusaContainer } from '@medusajs/framework/types'
import {
  createCollectionsWorkflow,
  createProductCategoriesWorkflow,
  createProductTagsWorkflow,
  createProductTypesWorkflow,
} from '@medusajs/medusa/core-flows'

import { rowsOf } from '../rows.ts'
import { CATEGORIES, COLLECTIONS, type ShopCategory } from '../shop/samples.ts'
import { addTranslations } from './translations.ts'

export type ShopCategories = Awaited<ReturnType<typeof readCategories>>

export async function prepareCategories(container: MedusaContainer, cuts: string[]) {
  await addCategories(container, CATEGORIES)
  const parents = await idsOf(container, 'product_category', 'handle')
  for (const { handle, children } of CATEGORIES) await addCategories(container, children, parents.get(handle))
  await addCollections(container)
  const tags = await idsOf(container, 'product_tag', 'value')
  const product_tags = cuts.filter((cut) => !tags.has(cut)).map((value) => ({ value }))
  if (product_tags.length > 0) await createProductTagsWorkflow(container).run({ input: { product_tags } })
  // Medusa's tax rates and promotions can be limited to product types.
  const types = await idsOf(container, 'product_type', 'value')
  const product_types = CATEGORIES.flatMap(({ name }) => (types.has(name.en) ? [] : { value: name.en }))
  if (product_types.length > 0) await createProductTypesWorkflow(container).run({ input: { product_types } })
  return readCategories(container)
}

/** Ids by handle; those of tags and types by value. */
export async function readCategories(container: MedusaContainer) {
  return {
    categories: await idsOf(container, 'product_category', 'handle'),
    collections: await idsOf(container, 'product_collection', 'handle'),
    tags: await idsOf(container, 'product_tag', 'value'),
    types: await idsOf(container, 'product_type', 'value'),
  }
}

async function idsOf(container: MedusaContainer, entity: string, name: 'handle' | 'value') {
  const rows = await rowsOf<{ id: string; handle: string; value: string }>(container, entity, ['id', name])
  return new Map(rows.map((row) => [row[name], row.id]))
}

async function addCategories(
  container: MedusaContainer,
  categories: readonly Omit<ShopCategory, 'children'>[],
  parent?: string,
) {
  const known = await idsOf(container, 'product_category', 'handle')
  const missing = categories.map((category, rank) => ({ ...category, rank })).filter(({ handle }) => !known.has(handle))
  if (missing.length === 0) return
  await createProductCategoriesWorkflow(container).run({
    input: {
      product_categories: missing.map(({ handle, name, description, rank }) => ({
        handle,
        rank,
        name: name.en,
        description: description.en,
        is_active: true,
        ...(parent && { parent_category_id: parent }),
      })),
    },
  })
  const ids = await idsOf(container, 'product_category', 'handle')
  await addTranslations(
    container,
    missing.map(({ handle, name, description }) => ({
      reference: 'product_category',
      reference_id: ids.get(handle) ?? '',
      translations: { name: name.ru, description: description.ru },
    })),
  )
}

async function addCollections(container: MedusaContainer) {
  const known = await idsOf(container, 'product_collection', 'handle')
  const missing = COLLECTIONS.filter(({ handle }) => !known.has(handle))
  if (missing.length === 0) return
  await createCollectionsWorkflow(container).run({
    input: { collections: missing.map(({ handle, title }) => ({ handle, title: title.en })) },
  })
  const ids = await idsOf(container, 'product_collection', 'handle')
  await addTranslations(
    container,
    missing.map(({ handle, title }) => ({
      reference: 'product_collection',
      reference_id: ids.get(handle) ?? '',
      translations: { title: title.ru },
    })),
  )
}
