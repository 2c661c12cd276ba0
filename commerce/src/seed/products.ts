import type { CreateProductWorkflowInputDTO, MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'
import { createInventoryLevelsWorkflow, createProductsWorkflow } from '@medusajs/medusa/core-flows'

import { onlyRow, rowsOf } from '../rows.ts'
import { METALS } from '../shop/metals.ts'
import type { NewProduct } from '../shop/new-product.ts'
import { originalPrices } from '../shop/prices.ts'
import { isMadeToOrder, LEAD_DAYS, stockOf } from '../shop/stock.ts'
import { dollarsOf, variantsOf, type NewVariant } from '../shop/variants.ts'
import type { ShopCategories } from './categories.ts'
import { addToSale } from './sale.ts'
import { addTranslations, productTranslations, type TranslatedProduct } from './translations.ts'

export interface ProductPlacement {
  categories: ShopCategories
  location: string
}

interface CreatedProduct extends TranslatedProduct {
  handle: string
  images: { id: string; url: string }[]
  variants: (TranslatedProduct['variants'][number] & {
    sku: string
    inventory_items: { inventory_item_id: string }[]
  })[]
}

export async function addProducts(
  container: MedusaContainer,
  products: NewProduct[],
  placement: ProductPlacement,
): Promise<void> {
  if (products.length === 0) return
  const { id: channel } = await onlyRow<{ id: string }>(container, 'sales_channel', ['id'])
  const { id: profile } = await onlyRow<{ id: string }>(container, 'shipping_profile', ['id'])
  // One moment for all: the shop sorts by age, and the order must not depend on the machine. Medusa's type lacks the
  // field.
  const createdAt = { created_at: new Date() }
  const { result } = await createProductsWorkflow(container).run({
    input: {
      products: products.map((product) => ({
        ...toInput(product, placement.categories),
        ...createdAt,
        sales_channels: [{ id: channel }],
        shipping_profile_id: profile,
      })),
    },
  })
  const created = await rowsOf<CreatedProduct>(
    container,
    'product',
    [
      'id',
      'handle',
      'images.id',
      'images.url',
      'options.id',
      'options.title',
      'options.values.id',
      'options.values.value',
      'variants.id',
      'variants.title',
      'variants.sku',
      'variants.inventory_items.inventory_item_id',
    ],
    { id: result.map(({ id }) => id) },
  )
  const byHandle = new Map(products.map((product) => [product.handle, product]))
  const newVariants = new Map(products.flatMap(variantsOf).map((variant) => [variant.sku, variant]))
  const pairs = created.flatMap((row) => {
    const product = byHandle.get(row.handle)
    return product ? [{ row, product }] : []
  })

  await container
    .resolve(Modules.PRODUCT)
    .addImageToVariant(created.flatMap((row) => imagesOfVariants(row, newVariants)))
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: created.flatMap(({ variants }) =>
        variants.flatMap(({ sku, inventory_items }) =>
          inventory_items.map(({ inventory_item_id }) => ({
            inventory_item_id,
            location_id: placement.location,
            stocked_quantity: stockOf(sku, newVariants.get(sku)?.fit),
          })),
        ),
      ),
    },
  })
  await addToSale(
    container,
    created.flatMap(({ variants }) =>
      variants.flatMap(({ id, sku }) => {
        const variant = newVariants.get(sku)
        return variant ? [{ variant: id, dollars: dollarsOf(variant) }] : []
      }),
    ),
  )
  await addTranslations(
    container,
    pairs.flatMap(({ row, product }) => productTranslations(row, product)),
  )
}

function toInput(product: NewProduct, shopCategories: ShopCategories): CreateProductWorkflowInputDTO {
  const shownImages = product.metals.flatMap((metal) => metal.pictures)
  const collection = product.collection && shopCategories.collections.get(product.collection)
  const tag = product.cut && shopCategories.tags.get(product.cut)
  const type = shopCategories.types.get(product.type)
  return {
    handle: product.handle,
    title: product.title.en,
    subtitle: product.subtitle.en,
    description: product.description.en,
    material: product.material.en,
    weight: product.grams,
    status: 'published',
    images: shownImages.map((url) => ({ url })),
    ...(shownImages[0] ? { thumbnail: shownImages[0] } : {}),
    ...(collection ? { collection_id: collection } : {}),
    ...(tag ? { tags: [{ id: tag }] } : {}),
    ...(type ? { type_id: type } : {}),
    metadata: {
      ...product.media,
      ...(product.stones ? { stones: product.stones } : {}),
      ...(product.engraving ? { engraving: product.engraving } : {}),
    },
    category_ids: product.categories.flatMap((handle) => shopCategories.categories.get(handle) ?? []),
    options: [
      rankedOption(
        'Metal',
        product.metals.map(({ metal }) => METALS[metal].name.en),
      ),
      ...(product.fit
        ? [
            rankedOption(
              product.fit.title.en,
              product.fit.values.map(({ en }) => en),
            ),
          ]
        : []),
    ],
    variants: variantsOf(product).map((variant, rank) => {
      const { fit, sku } = variant
      const { metal, pictures } = variant.metal
      const [thumbnail] = pictures
      const { name, density } = METALS[metal]
      const isMade = isMadeToOrder(sku, fit)
      return {
        variant_rank: rank,
        title: fit ? `${name.en} / ${fit.en}` : name.en,
        sku,
        manage_inventory: true,
        allow_backorder: isMade,
        ...(isMade ? { metadata: { lead_days: LEAD_DAYS } } : {}),
        weight: Math.round(product.grams * density * 10) / 10,
        options: { Metal: name.en, ...(product.fit && fit ? { [product.fit.title.en]: fit.en } : {}) },
        prices: originalPrices(dollarsOf(variant)),
        ...(thumbnail ? { thumbnail } : {}),
      }
    }),
  }
}

/** Medusa returns option values in no defined order, so each gets a rank. */
function rankedOption(
  title: string,
  values: string[],
): { title: string; values: string[]; ranks: Record<string, number> } {
  return { title, values, ranks: Object.fromEntries(values.map((value, rank) => [value, rank])) }
}

function imagesOfVariants(
  { images, variants }: CreatedProduct,
  newVariants: ReadonlyMap<string, NewVariant>,
): { image_id: string; variant_id: string }[] {
  return variants.flatMap(({ id, sku }) =>
    images
      .filter(({ url }) => newVariants.get(sku)?.metal.pictures.includes(url))
      .map((image) => ({ image_id: image.id, variant_id: id })),
  )
}
