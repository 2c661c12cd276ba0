import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import {
  createShippingOptionsWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from '@medusajs/medusa/core-flows'

import { onlyRow, rowsOf } from '../rows.ts'
import { DELIVERY_WAYS, RETURN_WAY } from '../shop/delivery.ts'
import type { RegionWithCountries } from './regions.ts'
import { addTranslations } from './translations.ts'

const PROVIDER = 'manual_manual'

/** One workshop ships to every country. Returns the id of its stock location. */
export async function prepareDelivery(container: MedusaContainer, regions: RegionWithCountries[]) {
  const [existing] = await rowsOf(container, 'stock_location', ['id'])
  if (existing) return existing.id

  const { id: channel } = await onlyRow(container, 'sales_channel', ['id'])
  const { id: profile } = await onlyRow(container, 'shipping_profile', ['id'])
  const { result } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [{ name: 'Workshop', address: { address_1: '12 Hatton Garden', city: 'London', country_code: 'GB' } }],
    },
  })
  const location = result[0]
  if (!location) throw new Error('The backend made no stock location')
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id: location.id, add: [channel] } })

  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: 'Delivery',
    type: 'shipping',
    service_zones: regions.map(({ currency, countries }) => ({
      name: currency.toUpperCase(),
      geo_zones: countries.map((country_code) => ({ type: 'country' as const, country_code })),
    })),
  })
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  await link.create([
    {
      [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
      [Modules.FULFILLMENT]: { fulfillment_provider_id: PROVIDER },
    },
    {
      [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
      [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
    },
  ])

  const outbound = (region: RegionWithCountries) =>
    DELIVERY_WAYS.map((way) => ({
      region,
      way,
      amount: region[way.code],
      metadata: { days: way.days, insured: way.insured },
    }))
  const returning = (region: RegionWithCountries) => ({ region, way: RETURN_WAY, amount: 0, metadata: {} })
  const wanted = regions.flatMap((region) => [...outbound(region), returning(region)])
  const { result: options } = await createShippingOptionsWorkflow(container).run({
    input: wanted.map(({ region, way, amount, metadata }) => ({
      name: way.name.en,
      price_type: 'flat' as const,
      provider_id: PROVIDER,
      service_zone_id: set.service_zones.find(({ name }) => name === region.currency.toUpperCase())?.id ?? '',
      shipping_profile_id: profile,
      type: { label: way.name.en, description: way.note, code: way.code },
      prices: [{ currency_code: region.currency, amount }],
      metadata,
      rules: [
        { attribute: 'enabled_in_store', operator: 'eq' as const, value: 'true' },
        { attribute: 'is_return', operator: 'eq' as const, value: String(way === RETURN_WAY) },
      ],
    })),
  })
  const russian = new Map([...DELIVERY_WAYS, RETURN_WAY].map(({ name }) => [name.en, name.ru]))
  await addTranslations(
    container,
    options.map(({ id, name }) => ({
      reference: 'shipping_option',
      reference_id: id,
      translations: { name: russian.get(name) ?? name },
    })),
  )
  return location.id
}
