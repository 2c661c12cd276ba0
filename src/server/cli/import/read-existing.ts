import type { HttpTypes } from '@medusajs/types'

import { inChunks } from '#server/infra/scheduling.ts'
import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'

/** The products of the shop that a file is about. */
export interface ExistingProducts {
  /** By handle. */
  products: ReadonlyMap<string, HttpTypes.AdminProduct>
  /** Russian texts by the id of their row. */
  translations: ReadonlyMap<string, RussianTexts>
}

export interface RussianTexts {
  id: string
  texts: Record<string, string>
}

const HANDLES_A_CALL = 20
const IDS_A_CALL = 100
const FIELDS = [
  'id,handle,title,subtitle,description,material,status,thumbnail,metadata,collection_id,type_id',
  '*categories,*tags,*images,images.variants.id,*options,*options.values',
  '*variants,*variants.options,*variants.prices',
  // Without its rules, the price of one region looks like that of all.
  'variants.prices.price_rules.attribute,variants.prices.price_rules.value',
  '*variants.inventory_items,*variants.inventory_items.inventory.location_levels',
].join()

/** @throws BackendError */
export async function readExisting(admin: StaffApi, handles: readonly string[]): Promise<ExistingProducts> {
  const products = new Map<string, HttpTypes.AdminProduct>()
  for (const chunk of inChunks(handles, HANDLES_A_CALL)) {
    const page = await admin.product.list({ handle: chunk, limit: chunk.length, fields: FIELDS })
    for (const product of page.products) products.set(product.handle, product)
  }
  return { products, translations: await readTranslations(admin, [...products.values()]) }
}

async function readTranslations(
  admin: StaffApi,
  products: readonly HttpTypes.AdminProduct[],
): Promise<Map<string, RussianTexts>> {
  const ids = products.flatMap(({ id, options, variants }) => [
    id,
    ...(options ?? []).flatMap((option) => [option.id, ...(option.values ?? []).map((value) => value.id)]),
    ...(variants ?? []).map((variant) => variant.id),
  ])
  const found = new Map<string, RussianTexts>()
  for (const chunk of inChunks(ids, IDS_A_CALL)) {
    const query = { reference_id: chunk, locale_code: LANGUAGE_TAGS.ru, limit: chunk.length }
    const { translations } = await admin.translation.list(query)
    for (const { id, reference_id, translations: texts } of translations)
      found.set(reference_id, { id, texts: texts as Record<string, string> })
  }
  return found
}

/**
 * Finds the products that already have SKUs of the file.
 * @returns handles of products by SKU
 * @throws BackendError
 */
export async function readOwnersOfSkus(admin: StaffApi, skus: readonly string[]): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  for (const chunk of inChunks(skus, IDS_A_CALL)) {
    const query = { sku: chunk, limit: chunk.length, fields: 'id,sku,product.handle' }
    const { variants } = await admin.productVariant.list(query)
    for (const { sku, product } of variants) if (sku && product) owners.set(sku, product.handle)
  }
  return owners
}

/** @returns the number of all products of the shop */
export async function countProducts(admin: StaffApi): Promise<number> {
  return (await admin.product.list({ limit: 1, fields: 'id' })).count
}
