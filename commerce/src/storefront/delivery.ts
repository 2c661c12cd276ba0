import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, remoteQueryObjectFromString } from '@medusajs/framework/utils'

import { rowsOf } from '../rows.ts'

interface Option {
  id: string
  price_type: string
  name: string
  service_zone_id: string
  shipping_profile_id: string
  metadata: Record<string, unknown> | null
  calculated_price?: { calculated_amount: number | null }
  service_zone: { fulfillment_set: { type: string }; geo_zones: { type: string; country_code: string }[] }
}

const FIELDS = `id price_type name service_zone_id shipping_profile_id metadata calculated_price.*
  service_zone.fulfillment_set.type service_zone.geo_zones.type service_zone.geo_zones.country_code`.split(/\s+/)

/**
 * The options that carts of these sales channels are offered, of each region.
 * `amount` is in Medusa's unit, and null if it depends on the cart.
 * `countries` are those that a zone has as a whole. `names` are translations by language tag.
 */
export async function listDelivery(container: MedusaContainer, salesChannelIds: string[]) {
  const query = container.resolve(ContainerRegistrationKeys.REMOTE_QUERY)
  const [regions, channels, translations] = await Promise.all([
    rowsOf<{ id: string; currency_code: string }>(container, 'region', ['id', 'currency_code']),
    rowsOf<{ stock_locations: { fulfillment_sets: { id: string }[] }[] }>(
      container,
      'sales_channel',
      ['stock_locations.fulfillment_sets.id'],
      { id: salesChannelIds },
    ),
    rowsOf<{ reference_id: string; locale_code: string; translations: { name?: string } }>(
      container,
      'translation',
      ['reference_id', 'locale_code', 'translations'],
      { reference: 'shipping_option' },
    ),
  ])
  const sets = channels.flatMap(({ stock_locations: locations }) =>
    locations.flatMap(({ fulfillment_sets: found }) => found.map(({ id }) => id)),
  )
  const listed = []
  // One at a time, because Medusa serves shoppers too.
  for (const region of regions) {
    const options = (await query(
      remoteQueryObjectFromString({
        entryPoint: 'shipping_options',
        fields: FIELDS,
        variables: {
          context: { is_return: 'false', enabled_in_store: 'true' },
          filters: { fulfillment_set_id: sets },
          calculated_price: { context: { currency_code: region.currency_code, region_id: region.id } },
        },
      }),
    )) as Option[]
    for (const { id, price_type: priceType, name, metadata, calculated_price: price, ...option } of options) {
      const amount = price?.calculated_amount ?? null
      // It is an option of regions with other currencies.
      if (priceType !== 'calculated' && amount === null) continue
      const { service_zone: zone, service_zone_id, shipping_profile_id } = option
      listed.push({
        id,
        region_id: region.id,
        name,
        names: Object.fromEntries(
          translations.flatMap(({ reference_id: of, locale_code: locale, translations: { name: translated } }) =>
            of === id && translated !== undefined ? [[locale, translated]] : [],
          ),
        ),
        amount,
        metadata,
        countries: zone.geo_zones.flatMap(({ type, country_code: code }) =>
          type === 'country' ? [code.toUpperCase()] : [],
        ),
        type: zone.fulfillment_set.type,
        service_zone_id,
        shipping_profile_id,
      })
    }
  }
  return listed
}
