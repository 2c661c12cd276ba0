import type { HttpTypes } from '@medusajs/types'

import type { ImportImage } from './read-images.ts'
import type { ShopFacts } from './read-shop.ts'

type Level = { inventory_item_id: string; location_id: string; stocked_quantity: number }

/** What has to be done so that an existing product is as the file says. Everything is empty if it is already. */
export interface ProductPlan {
  /** One line for each change, for the operator. */
  changes: string[]
  update: HttpTypes.AdminUpdateProduct
  newValues: { product_option_id: string; add: { value: string }[] }[]
  variants: { create: HttpTypes.AdminCreateProductVariant[]; update: HttpTypes.AdminBatchUpdateProductVariant[] }
  levels: { create: Level[]; update: Level[] }
  /** Variants that an image shows and that are not known for it yet. */
  links: { imageId: string; variantIds: string[] }[]
  translations: { create: HttpTypes.AdminCreateTranslation[]; update: HttpTypes.AdminUpdateTranslation[] }
}

export interface PlanContext {
  shop: ShopFacts
  images: ReadonlyMap<string, ImportImage>
  /** URLs of uploaded images by the hash of their content. */
  uploaded: ReadonlyMap<string, string>
}
