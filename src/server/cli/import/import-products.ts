import { readFile } from 'node:fs/promises'

import type { HttpTypes } from '@medusajs/types'
import pMap from 'p-map'

import { inChunks } from '#server/infra/scheduling.ts'
import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import type { FileProduct } from './file-product.ts'
import { mediaUrlsOf } from './media-files.ts'
import { planProduct, toNewProduct } from './plan-product.ts'
import type { PlanContext, ProductPlan } from './plan.ts'
import { readExisting, type ExistingProducts } from './read-existing.ts'

const PRODUCTS_AT_ONCE = 10
const UPLOADS_AT_ONCE = 2

/**
 * Creates and changes products until they are as the file says. Every step is one that a second run finds done, so an
 * interrupted import can be run again.
 * @param log prints a line of progress
 * @throws BackendError
 */
export async function importProducts(
  admin: StaffApi,
  files: readonly FileProduct[],
  context: PlanContext & { uploaded: Map<string, string>; log: (line: string) => void },
): Promise<void> {
  // Medusa looks into models and may refuse one, so they go before the first product.
  const withMedia = files.filter(({ media }) => Object.keys(media).length > 0)
  for (const chunk of inChunks(withMedia, PRODUCTS_AT_ONCE)) {
    const handles = chunk.map(({ handle }) => handle)
    const sourcesOf = ({ media }: FileProduct): string[] => Object.values(media).flat()
    await uploadMissing(admin, chunk, await readExisting(admin, handles), { ...context, sourcesOf })
  }
  await createTags(admin, files, context)
  let done = 0
  for (const chunk of inChunks(files, PRODUCTS_AT_ONCE)) {
    const handles = chunk.map(({ handle }) => handle)
    let existing = await readExisting(admin, handles)
    await uploadMissing(admin, chunk, existing, { ...context, sourcesOf: ({ images }) => images })
    const missing = chunk.filter(({ handle }) => !existing.products.has(handle))
    if (missing.length > 0) {
      await admin.product.batch({ create: missing.map((file) => toNewProduct(file, context)) })
      existing = await readExisting(admin, handles)
    }
    // A variant gets its thumbnail once it exists.
    for (let round = 0; round < 2 && (await changeStructure(admin, plansOf(chunk, existing, context))); round += 1)
      existing = await readExisting(admin, handles)
    await changeDetails(admin, plansOf(chunk, existing, context))
    done += chunk.length
    context.log(`${done} of ${files.length} products`)
  }
}

interface PlannedProduct {
  product: HttpTypes.AdminProduct
  plan: ProductPlan
}

function plansOf(files: readonly FileProduct[], existing: ExistingProducts, context: PlanContext): PlannedProduct[] {
  return files.flatMap((file) => {
    const product = existing.products.get(file.handle)
    return product ? [{ product, plan: planProduct(file, product, existing, context) }] : []
  })
}

/** Changes products, options and variants. @returns whether anything was changed */
async function changeStructure(admin: StaffApi, planned: readonly PlannedProduct[]): Promise<boolean> {
  let hasChanged = false
  for (const { product, plan } of planned) {
    const { update, newValues, variants } = plan
    if (Object.keys(update).length > 0) {
      await admin.product.update(product.id, update)
      hasChanged = true
    }
    if (newValues.length > 0) await admin.product.linkOptions(product.id, { update: newValues })
    if (variants.create.length + variants.update.length > 0) {
      await admin.product.batchVariants(product.id, variants)
      hasChanged = true
    }
  }
  return hasChanged
}

/** Changes what refers to rows that have to exist first: stock, images of variants and translations. */
async function changeDetails(admin: StaffApi, planned: readonly PlannedProduct[]): Promise<void> {
  const levels = { create: [], update: [] } as ProductPlan['levels']
  const translations = { create: [], update: [] } as ProductPlan['translations']
  for (const { product, plan } of planned) {
    for (const { imageId, variantIds } of plan.links)
      await admin.product.batchImageVariants(product.id, imageId, { add: variantIds })
    levels.create.push(...plan.levels.create)
    levels.update.push(...plan.levels.update)
    translations.create.push(...plan.translations.create)
    translations.update.push(...plan.translations.update)
  }
  if (levels.create.length + levels.update.length > 0)
    await admin.inventoryItem.batchInventoryItemsLocationLevels(levels)
  if (translations.create.length + translations.update.length > 0) await admin.translation.batch(translations)
}

async function createTags(admin: StaffApi, files: readonly FileProduct[], { shop }: PlanContext): Promise<void> {
  for (const cut of new Set(files.flatMap((file) => file.cut ?? []))) {
    if (shop.tags.has(cut)) continue
    const { product_tag } = await admin.productTag.create({ value: cut })
    shop.tags.set(cut, product_tag.id)
  }
}

type Uploading = Parameters<typeof importProducts>[2] & { sourcesOf: (file: FileProduct) => readonly string[] }

/** Uploads the images, films and models that neither their product nor an earlier product of the file has. */
async function uploadMissing(
  admin: StaffApi,
  files: readonly FileProduct[],
  { products }: ExistingProducts,
  { images, uploaded, sourcesOf }: Uploading,
): Promise<void> {
  const missing = files.flatMap((file) => {
    const product = products.get(file.handle)
    const urls = [...(product?.images ?? []).map(({ url }) => url), ...mediaUrlsOf(product?.metadata)]
    return sourcesOf(file).flatMap((source) => {
      const image = images.get(source)
      if (!image || urls.some((url) => url.includes(image.hash)) || uploaded.has(image.hash)) return []
      return [image]
    })
  })
  const byHash = new Map(missing.map((image) => [image.hash, image]))
  const upload = async ({ hash, path, name, type }: (typeof missing)[number]): Promise<void> => {
    const file = new File([new Uint8Array(await readFile(path))], name, { type })
    const [stored] = (await admin.upload.create({ files: [file] })).files
    if (stored) uploaded.set(hash, stored.url)
  }
  await pMap(byHash.values(), upload, { concurrency: UPLOADS_AT_ONCE })
}
