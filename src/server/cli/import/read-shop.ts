import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import type { PriceUnit } from '#shared/money/to-hundredths.ts'

import { CommandError } from '../operator-command.ts'

/** What products of the shop refer to. */
export interface ShopFacts {
  priceUnit: PriceUnit
  /** Lower-case codes of the currencies of the regions. */
  currencies: readonly string[]
  categories: readonly HttpTypes.AdminProductCategory[]
  /** Ids of collections by handle. */
  collections: ReadonlyMap<string, string>
  /** Ids of product types by value. */
  types: ReadonlyMap<string, string>
  /** Ids of tags by value. */
  tags: Map<string, string>
  locationId: string
  channelId: string
  profileId: string
}

interface ShopOptions {
  priceUnit: PriceUnit
  /** Name or id of the stock location; needed if there are several. */
  stockLocation: string | undefined
}

const ALL = { limit: 1000 }

/**
 * Reads what products refer to.
 * @throws CommandError if the shop lacks something that every product needs; BackendError
 */
export async function readShop(admin: StaffApi, { priceUnit, stockLocation }: ShopOptions): Promise<ShopFacts> {
  const { regions } = await admin.region.list({ ...ALL, fields: 'id,currency_code' })
  const { product_categories } = await admin.productCategory.list({
    ...ALL,
    fields: 'id,handle,name,parent_category_id',
  })
  const { collections } = await admin.productCollection.list({ ...ALL, fields: 'id,handle' })
  const { product_types } = await admin.productType.list({ ...ALL, fields: 'id,value' })
  const { product_tags } = await admin.productTag.list({ ...ALL, fields: 'id,value' })
  const { stock_locations } = await admin.stockLocation.list({ ...ALL, fields: 'id,name' })
  const { stores } = await admin.store.list({ fields: 'id,default_sales_channel_id' })
  const { sales_channels } = await admin.salesChannel.list({ ...ALL, fields: 'id,name' })
  const { shipping_profiles } = await admin.shippingProfile.list({ ...ALL, fields: 'id,type' })

  if (regions.length === 0)
    throw new CommandError('The shop has no region, so no product can have a price. Create the regions first.')
  const profile = shipping_profiles.find(({ type }) => type === 'default') ?? shipping_profiles[0]
  const channelId = stores[0]?.default_sales_channel_id ?? sales_channels[0]?.id
  if (!profile) throw new CommandError('The shop has no shipping profile. Create one in Medusa first.')
  if (!channelId) throw new CommandError('The shop has no sales channel. Create one in Medusa first.')
  return {
    priceUnit,
    currencies: [...new Set(regions.map(({ currency_code }) => currency_code.toLowerCase()))],
    categories: product_categories,
    collections: new Map(collections.map(({ id, handle }) => [handle, id])),
    types: new Map(product_types.map(({ id, value }) => [value, id])),
    tags: new Map(product_tags.map(({ id, value }) => [value, id])),
    locationId: locationIn(stock_locations, stockLocation),
    channelId,
    profileId: profile.id,
  }
}

function locationIn(locations: readonly { id: string; name: string }[], wanted: string | undefined): string {
  const [first, second] = locations
  if (!first) throw new CommandError('The shop has no stock location. Create one in Medusa first.')
  const names = locations.map(({ name }) => `"${name}"`).join(', ')
  if (wanted === undefined && second)
    throw new CommandError(`The shop has several stock locations. Name one with --stock-location: ${names}.`)
  const found = wanted === undefined ? first : locations.find(({ id, name }) => id === wanted || name === wanted)
  if (!found) throw new CommandError(`There is no stock location "${wanted}". There are: ${names}.`)
  return found.id
}

/** @returns the ids of a category and of those above it, the topmost first */
export function withAncestors(categories: ShopFacts['categories'], id: string): string[] {
  const category = categories.find((one) => one.id === id)
  if (!category) return []
  const above = category.parent_category_id ? withAncestors(categories, category.parent_category_id) : []
  return [...above, id]
}
