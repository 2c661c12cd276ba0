import type { CreateProductWorkflowInputDTO, MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'
import { createInventoryLevelsWorkflow, createProductsWorkflow } from '@medusajs/medusa/core-flows'

import { onlyRow, rowsOf } from '../rows.ts'
import type { LocalizedText } from '../shop/localized-text.ts'
import { METALS } from '../shop/metals.ts'
import type { NewProduct } from '../shop/new-product.ts'
import { originalPrices } from '../shop/prices.ts'
import { isMadeToOrder, LEAD_DAYS, stockOf } from '../shop/stock.ts'
import { dollarsOf, variantsOf } from '../shop/variants.ts'
import type { ShopCategories } from './categories.ts'
import { addToSale } from './sale.ts'
import { addTranslations, productTranslations, type TranslatedProduct } from './translations.ts'

interface CreatedProduct extends TranslatedProduct {
  handle: string
  images: { id: string; url: string }[]
  variants: (TranslatedProduct['variants'][number] & {
    sku: string
    inventory_items: { inventory_item_id: string }[]
  })[]
}

const FIELDS = `id handle images.id images.url options.id options.title options.values.id options.values.value
  variants.id variants.title variants.sku variants.inventory_items.inventory_item_id`.split(/\s+/)

export async function addProducts(
  container: MedusaContainer,
  products: NewProduct[],
  placement: { categories: ShopCategories; location: string },
) {
  if (products.length === 0) return
  const { id: channel } = await onlyRow(container, 'sales_channel', ['id'])
  const { id: profile } = await onlyRow(container, 'shipping_profile', ['id'])
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
  const created = await rowsOf<CreatedProduct>(container, 'product', FIELDS, { id: result.map(({ id }) => id) })
  const newVariants = new Map(products.flatMap(variantsOf).map((variant) => [variant.sku, variant]))
  const variants = created.flatMap((product) =>
    product.variants.flatMap((row) => {
      const variant = newVariants.get(row.sku)
      return variant ? [{ row, variant, images: product.images }] : []
    }),
  )

  await container
    .resolve(Modules.PRODUCT)
    .addImageToVariant(
      variants.flatMap(({ row, variant, images }) =>
        images
          .filter(({ url }) => variant.metal.pictures.includes(url))
          .map((image) => ({ image_id: image.id, variant_id: row.id })),
      ),
    )
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: variants.flatMap(({ row: { sku, inventory_items }, variant }) =>
        inventory_items.map(({ inventory_item_id }) => ({
          inventory_item_id,
          location_id: placement.location,
          stocked_quantity: stockOf(sku, variant.fit),
        })),
      ),
    },
  })
  await addToSale(
    container,
    variants.map(({ row, variant }) => ({ variant: row.id, dollars: dollarsOf(variant) })),
  )
  await addTranslations(
    container,
    products.flatMap((product) => {
      const row = created.find(({ handle }) => handle === product.handle)
      return row ? productTranslations(row, product) : []
    }),
  )
}

function toInput(product: NewProduct, known: ShopCategories): CreateProductWorkflowInputDTO {
  const images = product.metals.flatMap((metal) => metal.pictures)
  const collection = product.collection && known.collections.get(product.collection)
  const tag = product.cut && known.tags.get(product.cut)
  const type = known.types.get(product.type)
  return {
    handle: product.handle,
    title: product.title.en,
    subtitle: product.subtitle.en,
    description: product.description.en,
    material: product.material.en,
    weight: product.grams,
    status: 'published',
    images: images.map((url) => ({ url })),
    ...(images[0] && { thumbnail: images[0] }),
    ...(collection && { collection_id: collection }),
    ...(tag && { tags: [{ id: tag }] }),
    ...(type && { type_id: type }),
    metadata: {
      ...product.media,
      ...(product.stones && { stones: product.stones }),
      ...(product.engraving && { engraving: product.engraving }),
    },
    category_ids: product.categories.flatMap((handle) => known.categories.get(handle) ?? []),
    options: [
      rankedOption(
        'Metal',
        product.metals.map(({ metal }) => METALS[metal].name),
      ),
      ...(product.fit ? [rankedOption(product.fit.title.en, product.fit.values)] : []),
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
        ...(isMade && { metadata: { lead_days: LEAD_DAYS } }),
        weight: Math.round(product.grams * density * 10) / 10,
        options: { Metal: name.en, ...(product.fit && fit ? { [product.fit.title.en]: fit.en } : {}) },
        prices: originalPrices(dollarsOf(variant)),
        ...(thumbnail && { thumbnail }),
      }
    }),
  }
}

/** Medusa returns option values in no defined order, so each gets a rank. */
function rankedOption(title: string, texts: readonly LocalizedText[]) {
  const values = texts.map(({ en }) => en)
  return { title, values, ranks: Object.fromEntries(values.map((value, rank) => [value, rank])) }
}
