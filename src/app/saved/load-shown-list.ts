import { readHandles } from '#shared/product/products-query.ts'
import { MOST_SAVED } from '#shared/product/saved-lists.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

import type { ShopData } from '../routing/shop-data.ts'

export interface ShownListData {
  /** Up to the maximum of a list. */
  handles: string[]
  cards: ShownCard[]
}

/** Empty if the URL contains no list. @throws if the products could not be loaded */
export async function loadShownList(shop: ShopData, search: URLSearchParams): Promise<ShownListData> {
  const handles = readHandles(search).slice(0, MOST_SAVED.wish_list)
  return { handles, cards: handles.length > 0 ? await shop.products(handles) : [] }
}
