import { readHandles } from '#shared/product/products-query.ts'
import { MOST_SAVED } from '#shared/product/saved-lists.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

import type { PublicData } from '../routing/shop-data.ts'

export interface ShownListData {
  /** Up to the maximum of a list. */
  handles: string[]
  cards: ShownCard[]
}

/** Empty if the URL contains no list. */
export async function loadShownList(shop: PublicData, search: URLSearchParams): Promise<ShownListData> {
  const handles = readHandles(search).slice(0, MOST_SAVED.wish_list)
  return { handles, cards: handles.length > 0 ? (await shop.cards({ handles })).products : [] }
}
