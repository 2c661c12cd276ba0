import type { CreateProductWorkflowInputDTO, MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'
import { createInventoryLevelsWorkflow, createProductsWorkflow } from '@medusajs/medusa/core-flows'

import { onlyRow, rowsOf } from '../rows.ts'
import { METALS } from '../shop/metals.ts'
import type { NewProduct } from '../shop/new-product.ts'
import { originalPrices } from '../shop/prices.ts'
import { stockOf } from '../shop/stock.ts'
import type { ShopCategories } from './categories.ts'
import { addToSale } from './sale.ts'
import { addTranslations, productTranslations, type TranslatedProduct } from './translations.ts'

/** Ids of the rows that new products refer to. */
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

/** Creates products with texts in both languages, images by variant, prices, sale prices and stock. */
export async function addProducts(
  container: MedusaContainer,
  products: NewProduct[],
  placement: ProductPlacement,
): Promise<void> {
  if (products.length === 0) return
  const { id: channel } = await onlyRow<{ id: string }>(container, 'sales_channel', ['id'])
  const { id: profile } = await onlyRow<{ id: string }>(container, 'shipping_profile', ['id'])
  const { result } = await createProductsWorkflow(container).run({
    input: {
      products: products.map((product) => ({
        ...toInput(product, placement.categories),
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
  const pairs = created.flatMap((row) => {
    const product = byHandle.get(row.handle)
    return product ? [{ row, product }] : []
  })

  await container
    .resolve(Modules.PRODUCT)
    .addImageToVariant(pairs.flatMap(({ row, product }) => imagesOfVariants(row, product)))
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: created.flatMap(({ variants }) =>
        variants.flatMap(({ sku, inventory_items }) =>
          inventory_items.map(({ inventory_item_id }) => ({
            inventory_item_id,
            location_id: placement.location,
            stocked_quantity: stockOf(sku),
          })),
        ),
      ),
    },
  })
  await addToSale(
    container,
    pairs.flatMap(({ row, product }) =>
      row.variants.map(({ id, sku }) => ({ variant: id, dollars: metalOf(product, sku).dollars })),
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
    ...(product.stones ? { metadata: { stones: product.stones } } : {}),
    category_ids: product.categories.flatMap((handle) => shopCategories.categories.get(handle) ?? []),
    options: [
      rankedOption(
        'Metal',
        product.metals.map(({ metal }) => METALS[metal].name.en),
      ),
      ...(product.sizes.length > 0
        ? [
            rankedOption(
              'Size',
              product.sizes.map(({ en }) => en),
            ),
          ]
        : []),
    ],
    variants: product.metals.flatMap(({ metal, dollars, pictures: [thumbnail] }, metalRank) => {
      const { name, density } = METALS[metal]
      const sizes = product.sizes.length > 0 ? product.sizes.map(({ en }) => en) : [undefined]
      return sizes.map((size, sizeRank) => ({
        variant_rank: metalRank * sizes.length + sizeRank,
        title: size ? `${name.en} / ${size}` : name.en,
        sku: skuOf(product.handle, metal, size),
        manage_inventory: true,
        allow_backorder: false,
        weight: Math.round(product.grams * density * 10) / 10,
        options: { Metal: name.en, ...(size ? { Size: size } : {}) },
        prices: originalPrices(dollars),
        ...(thumbnail ? { thumbnail } : {}),
      }))
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

function skuOf(handle: string, metal: string, size: string | undefined): string {
  return [handle, metal, ...(size ? [size.replace('.', '-')] : [])].join('-')
}

function metalOf(product: NewProduct, sku: string): NewProduct['metals'][number] {
  const found = product.metals.find(({ metal }) => sku.startsWith(`${product.handle}-${metal}`))
  if (!found) throw new Error(`"${sku}" is no variant of "${product.handle}"`)
  return found
}

function imagesOfVariants(row: CreatedProduct, product: NewProduct): { image_id: string; variant_id: string }[] {
  return row.variants.flatMap(({ id, sku }) => {
    const { pictures: shownImages } = metalOf(product, sku)
    return row.images
      .filter(({ url }) => shownImages.includes(url))
      .map((image) => ({ image_id: image.id, variant_id: id }))
  })
}
