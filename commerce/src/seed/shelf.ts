import type { MedusaContainer } from '@medusajs/framework/types'
import {
  createCollectionsWorkflow,
  createProductCategoriesWorkflow,
  createProductTagsWorkflow,
} from '@medusajs/medusa/core-flows'

import { CATEGORIES } from '../shop/categories.ts'
import { COLLECTIONS } from '../shop/collections.ts'
import type { Words } from '../shop/words.ts'
import { rowsOf } from './shop-container.ts'
import { addTranslations, type Translation } from './translations.ts'

/** Ids by handle (tags: by value). */
export interface Shelf {
  categories: Map<string, string>
  collections: Map<string, string>
  tags: Map<string, string>
}

/** Makes the categories, collections and tags that do not exist yet, in both languages. */
export async function prepareShelf(container: MedusaContainer, cuts: string[]): Promise<Shelf> {
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
  return readShelf(container)
}

export async function readShelf(container: MedusaContainer): Promise<Shelf> {
  return {
    categories: await idsOf(container, 'product_category', 'handle'),
    collections: await idsOf(container, 'product_collection', 'handle'),
    tags: await idsOf(container, 'product_tag', 'value'),
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
  name: Words
  description: Words
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
  const words = new Map(missing.map((category) => [category.handle, category]))
  const translations = result.map(({ id, handle }): Translation => ({
    reference: 'product_category',
    reference_id: id,
    translations: { name: words.get(handle)?.name.ru ?? '', description: words.get(handle)?.description.ru ?? '' },
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
