import { createContext } from 'react-router'

import type { PublicData, ShopData } from '#shared/shop-data.ts'

export type { CardQuery, Collection, Flash, ProductSort, PublicData, ShopData } from '#shared/shop-data.ts'

export const publicDataContext = createContext<PublicData>()
/** Only a personal page has it, so that no page of the cache can contain personal data. */
export const shopDataContext = createContext<ShopData>()
