import type { Store } from '@medusajs/js-sdk'

import { BackendError } from '#server/medusa/backend-error.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import type { RegionDelivery } from '../records/records.ts'

interface ListedOption {
  service_zone_id: string
  shipping_profile_id: string
  amount?: number | null
  metadata?: Record<string, unknown> | null
  service_zone?: { fulfillment_set?: { type?: string } }
}

interface RegionDeliveryOptions {
  store: Pick<Store, 'cart' | 'fulfillment'>
  priceUnit: 'major' | 'minor'
  onFailure: (error: unknown, summary: string) => void
}

/** The backend lists options only for a cart. An empty one without a country gets those of every service zone. */
export function createRegionDelivery({ store, priceUnit, onFailure }: RegionDeliveryOptions) {
  const carts = new Map<string, string>()

  async function optionsOf(regionId: string): Promise<readonly ListedOption[]> {
    const list = async (cartId: string): Promise<readonly ListedOption[]> => {
      const query = { cart_id: cartId, fields: '+metadata' }
      return (await store.fulfillment.listCartOptions(query)).shipping_options
    }
    const cartId = carts.get(regionId)
    try {
      if (cartId !== undefined) return await list(cartId)
    } catch (error) {
      if (!(error instanceof BackendError) || error.status !== 404) throw error
    }
    const { cart } = await store.cart.create({ region_id: regionId })
    carts.set(regionId, cart.id)
    return list(cart.id)
  }

  /** Null if the price is unknown or differs between the countries; undefined if the backend fails. Never throws. */
  return async (regionId: string): Promise<RegionDelivery | null | undefined> => {
    try {
      return toRegionDelivery(await optionsOf(regionId), priceUnit)
    } catch (error) {
      onFailure(error, 'catalog: the delivery prices of a region could not be read')
      return undefined
    }
  }
}

/** Null if only some zones deliver for free, or without a fixed price. An option without amount has no price here. */
export function toRegionDelivery(
  options: readonly ListedOption[],
  priceUnit: 'major' | 'minor',
): RegionDelivery | null {
  const sold = options.flatMap(({ amount, ...option }) =>
    typeof amount === 'number' && option.service_zone?.fulfillment_set?.type !== 'pickup'
      ? [{ ...option, amount: toHundredths(amount, priceUnit), isInsured: option.metadata?.['insured'] === true }]
      : [],
  )
  // A profile is a kind of goods, such as large ones, with options of its own.
  const zones = Object.groupBy(sold, ({ service_zone_id: zone, shipping_profile_id: goods }) => `${zone} ${goods}`)
  const cheapest = Object.values(zones).flatMap((zone = []) => zone.toSorted((a, b) => a.amount - b.amount)[0] ?? [])
  const free = cheapest.filter(({ amount }) => amount === 0)
  if (cheapest.length === 0 || (free.length > 0 && free.length < cheapest.length)) return null
  return {
    amount: Math.min(...cheapest.map(({ amount }) => amount)),
    insured: cheapest.every(({ isInsured }) => isInsured),
  }
}
