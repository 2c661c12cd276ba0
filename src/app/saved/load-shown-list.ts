import { readChunks } from '#shared/product/products-query.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

import { MOST } from '../product/lists/saved-lists.ts'
import type { ShopData } from '../routing/shop-data.ts'

/** A list that an address shows. */
export interface ShownListData {
  /** As many of those that the address names as a list may hold. */
  handles: string[]
  /** Those of them that are sold. */
  cards: ShownCard[]
}

/** The list that a URL names; empty if it names none. @throws if the products could not be loaded */
export async function loadShownList(shop: ShopData, search: URLSearchParams): Promise<ShownListData> {
  const handles = readChunks(search).slice(0, MOST.wish_list)
  return { handles, cards: handles.length > 0 ? await shop.products(handles) : [] }
}
