import { createContext } from 'react-router'

import type { ShopData } from '#shared/shop-data.ts'

export type { CardQuery, Collection, Flash, ProductSort, ShopData } from '#shared/shop-data.ts'

/** The context of the shop's data. Loaders read it with `context.get(shopDataContext)`. */
export const shopDataContext = createContext<ShopData>()
