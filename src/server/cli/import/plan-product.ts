import type { HttpTypes } from '@medusajs/types'

import { changedKeys, show } from './changes.ts'
import { TEXT_FIELDS, type FileProduct } from './file-product.ts'
import { mediaUrlsOf } from './media-files.ts'
import { imageUrl, imageUrls, planImages } from './plan-images.ts'
import { planTranslations } from './plan-translations.ts'
import { planVariant, toNewVariant } from './plan-variant.ts'
import type { PlanContext, ProductPlan } from './plan.ts'
import type { ExistingProducts } from './read-existing.ts'

/** @returns the body that creates a product; its translations, stock and image links follow by `planProduct` */
export function toNewProduct(file: FileProduct, context: PlanContext): HttpTypes.AdminCreateProduct {
  const { shop } = context
  const urls = imageUrls(file, [], context)
  const tag = file.cut && shop.tags.get(file.cut)
  return {
    handle: file.handle,
    title: file.texts.en.title ?? file.handle,
    ...file.texts.en,
    status: file.status ?? 'published',
    images: urls.map((url) => ({ url })),
    ...(urls[0] ? { thumbnail: urls[0] } : {}),
    ...(file.collection ? { collection_id: file.collection } : {}),
    ...(file.type ? { type_id: file.type } : {}),
    ...(tag ? { tags: [{ id: tag }] } : {}),
    categories: file.categories.map((id) => ({ id })),
    options: file.options.map(({ title }, index) => {
      const values = valuesOf(file, index)
      return { title, values, ranks: Object.fromEntries(values.map((value, rank) => [value, rank])) }
    }),
    variants: file.variants.map((variant, rank) => toNewVariant(variant, file, rank)),
    sales_channels: [{ id: shop.channelId }],
    shipping_profile_id: shop.profileId,
    metadata: metadataOf(file, {}, context),
  }
}

/** With the URLs of films and models, separated by spaces. */
function metadataOf(
  file: FileProduct,
  known: Record<string, unknown> | null | undefined,
  context: PlanContext,
): Record<string, unknown> {
  const metadata = { ...file.metadata }
  const urls = mediaUrlsOf(known)
  for (const [key, sources] of Object.entries(file.media))
    metadata[key] = sources.map((source) => imageUrl(source, urls, context)).join(' ')
  return metadata
}

/**
 * Compares a product of the file with the one in the shop.
 * @throws nothing; mistakes that only the comparison shows go to the lines of the file
 */
export function planProduct(
  file: FileProduct,
  product: HttpTypes.AdminProduct,
  { translations }: Pick<ExistingProducts, 'translations'>,
  context: PlanContext,
): ProductPlan {
  const plan: ProductPlan = {
    changes: [],
    update: {},
    newValues: [],
    variants: { create: [], update: [] },
    levels: { create: [], update: [] },
    links: [],
    translations: { create: [], update: [] },
  }
  if (!checkOptions(file, product)) return plan
  planTexts(file, product, plan)
  planPlacement(file, product, plan, context)
  planImages(file, product, plan, context)
  planOptions(file, product, plan)
  for (const variant of file.variants) planVariant(variant, { file, product, plan, context })
  planTranslations(file, product, plan, translations)
  return plan
}

function checkOptions(file: FileProduct, product: HttpTypes.AdminProduct): boolean {
  const known = (product.options ?? []).map(({ title }) => title)
  const named = file.options.map(({ title }) => title)
  // Reported already.
  if (named.length === 0) return false
  if (known.length === named.length && named.every((title) => known.includes(title))) return true
  file.row.error(
    `the product has the options ${known.join(', ') || 'none'} in the shop, but ${named.join(', ')} in the file. An import cannot change options: change them in Medusa, or write the same.`,
  )
  return false
}

function planTexts(file: FileProduct, product: HttpTypes.AdminProduct, { update, changes }: ProductPlan): void {
  for (const field of TEXT_FIELDS) {
    const text = file.texts.en[field]
    if (text === undefined || text === product[field]) continue
    update[field] = text
    changes.push(`${field}: ${show(product[field])} → ${show(text)}`)
  }
}

function planPlacement(
  file: FileProduct,
  product: HttpTypes.AdminProduct,
  { update, changes }: ProductPlan,
  context: PlanContext,
): void {
  const { shop } = context
  if (file.status && file.status !== product.status) {
    update.status = file.status
    changes.push(`status: ${product.status} → ${file.status}`)
  }
  if (file.collection && file.collection !== product.collection_id) {
    update.collection_id = file.collection
    changes.push('collection')
  }
  if (file.type && file.type !== product.type_id) {
    update.type_id = file.type
    changes.push('type')
  }
  const categories = (product.categories ?? []).map(({ id }) => id)
  if (file.categories.some((id) => !categories.includes(id))) {
    update.categories = [...new Set([...categories, ...file.categories])].map((id) => ({ id }))
    changes.push('category')
  }
  const tags = product.tags ?? []
  if (file.cut && !tags.some(({ value }) => value === file.cut)) {
    const tag = shop.tags.get(file.cut)
    if (tag) update.tags = [...tags, { id: tag }].map(({ id }) => ({ id }))
    changes.push(`cut: ${file.cut}`)
  }
  const metadata = metadataOf(file, product.metadata, context)
  const changed = changedKeys(metadata, product.metadata)
  if (changed.length > 0) {
    update.metadata = { ...product.metadata, ...metadata }
    changes.push(...changed)
  }
}

function planOptions(file: FileProduct, product: HttpTypes.AdminProduct, { newValues, changes }: ProductPlan): void {
  for (const [index, { title }] of file.options.entries()) {
    const option = product.options?.find((one) => one.title === title)
    const known = (option?.values ?? []).map(({ value }) => value)
    const add = valuesOf(file, index).filter((value) => !known.includes(value))
    if (!option || add.length === 0) continue
    newValues.push({ product_option_id: option.id, add: add.map((value) => ({ value })) })
    changes.push(`${title}: ${add.join(', ')} added`)
  }
}

function valuesOf(file: FileProduct, option: number): string[] {
  return [...new Set(file.variants.map(({ values }) => values[option]?.value ?? ''))]
}
