import { readHandles } from '#shared/product/products-query.ts'
import { MOST_SAVED } from '#shared/product/saved-lists.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

import type { ShopData } from '../routing/shop-data.ts'

/** A wish list shared by URL. */
export interface ShownListData {
  /** Handles from the URL, up to the maximum of a list. */
  handles: string[]
  /** The products that are still sold. */
  cards: ShownCard[]
}

/**
 * Loads the list that a URL contains; empty if it contains none.
 * @throws if the products could not be loaded
 */
export async function loadShownList(shop: ShopData, search: URLSearchParams): Promise<ShownListData> {
  const handles = readHandles(search).slice(0, MOST_SAVED.wish_list)
  return { handles, cards: handles.length > 0 ? await shop.products(handles) : [] }
}
