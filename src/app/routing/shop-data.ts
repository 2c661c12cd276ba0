import { createContext } from 'react-router'

import type { ShopData } from '#shared/shop-data.ts'

export type { CardQuery, Collection, Flash, ProductSort, ShopData } from '#shared/shop-data.ts'

export const shopDataContext = createContext<ShopData>()
