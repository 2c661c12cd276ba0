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

/**
 * Creates a function that reads what delivery to a region costs. The backend lists shipping options only for a cart, so
 * each region has an empty cart of its own, without a country: the backend then lists the options of every service zone.
 */
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

  /**
   * @returns null if the price is unknown or differs between the countries of the region; undefined if the backend
   * fails. Never throws.
   */
  return async (regionId: string): Promise<RegionDelivery | null | undefined> => {
    try {
      return toRegionDelivery(await optionsOf(regionId), priceUnit)
    } catch (error) {
      onFailure(error, 'catalog: the delivery prices of a region could not be read')
      return undefined
    }
  }
}

/**
 * Sums up the shipping options of a region. Every country of the region has the options of one or several service
 * zones. Delivery is free in the whole region if each of its zones has a free option.
 * @param options those of every region: an option without an amount has no price in this region
 * @returns null if only some of the zones deliver for free, or if there is no fixed price
 */
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
