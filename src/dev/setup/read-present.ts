import type { HttpTypes } from '@medusajs/types'

import { CommandError } from '#server/cli/operator-command.ts'
import { loadSite } from '#server/content/load-site.ts'
import type { AdminClient } from '#server/medusa/admin/admin-client.ts'
import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'
import { toHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'

import { joinOptions } from './delivery-options.ts'
import { findPlaceholders } from './placeholders.ts'
import type {
  PresentDelivery,
  PresentPrice,
  PresentRegion,
  PresentSamples,
  PresentShop,
  PresentZone,
  Tools,
} from './step.ts'
import { readColors } from './tokens.ts'

const ALL = { limit: 1000 }
const NO_SAMPLES: PresentSamples = { products: [], changed: [], categories: [], collections: [], priceLists: [] }

/**
 * Reads what setup can change.
 * @throws StartError if `site.yml` is invalid; CommandError if the backend has no store; BackendError
 */
export async function readPresent(
  client: AdminClient,
  { files, root, contentDir, priceUnit }: Tools,
): Promise<PresentShop> {
  const { admin } = client
  const preferences = await taxPreferences(admin)
  return {
    site: await loadSite(contentDir),
    readColors: async () => readColors(files, root),
    placeholders: await findPlaceholders(files, contentDir),
    regions: await readRegions(admin, preferences),
    delivery: await readDelivery(admin, priceUnit),
    taxes: await readTaxes(admin),
    store: await readStore(admin, preferences),
    samples: await readSamples(client),
  }
}

/** @returns the lower-case currencies whose prices contain tax */
async function taxPreferences(admin: StaffApi): Promise<Set<string>> {
  const { price_preferences } = await admin.pricePreference.list({ ...ALL, attribute: 'currency_code' })
  return new Set(
    price_preferences.flatMap(({ value, is_tax_inclusive }) =>
      value && is_tax_inclusive ? [value.toLowerCase()] : [],
    ),
  )
}

async function readStore(admin: StaffApi, taxIncluded: ReadonlySet<string>): Promise<PresentShop['store']> {
  const { stores } = await admin.store.list({ fields: 'id,name,default_sales_channel_id,*supported_currencies' })
  const [store] = stores
  if (!store) throw new CommandError('The backend has no store.')
  return {
    id: store.id,
    name: store.name,
    salesChannelId: store.default_sales_channel_id,
    currencies: store.supported_currencies.map(({ currency_code: code, is_default }) => ({
      code,
      isDefault: is_default,
      taxIncluded: taxIncluded.has(code),
    })),
  }
}

async function readRegions(admin: StaffApi, taxIncluded: ReadonlySet<string>): Promise<PresentRegion[]> {
  const fields = 'id,name,currency_code,metadata,*countries'
  const { regions } = await admin.region.list({ ...ALL, order: 'created_at', fields })
  return regions.map(({ id, name, currency_code: currency, metadata, countries }) => {
    const { name_ru: russian, tax_country: taxCountry } = metadata ?? {}
    return {
      id,
      name: { en: name, ru: typeof russian === 'string' ? russian : name },
      currency,
      countries: (countries ?? []).flatMap(({ iso_2: code }) => code?.toUpperCase() ?? []).toSorted(),
      taxIncluded: taxIncluded.has(currency),
      ...(typeof taxCountry === 'string' && taxCountry !== '' ? { taxCountry } : {}),
      metadata: metadata ?? {},
    }
  })
}

async function readTaxes(admin: StaffApi): Promise<PresentShop['taxes']> {
  const fields = 'id,country_code,province_code,*tax_rates'
  const { tax_regions } = await admin.taxRegion.list({ ...ALL, fields })
  return new Map(
    tax_regions
      .filter(({ province_code: province }) => !province)
      .map(({ id, country_code: code, tax_rates: rates }) => {
        const rate = rates.find(({ is_default: isDefault }) => isDefault)
        return [(code ?? '').toUpperCase(), { regionId: id, rateId: rate?.id, rate: rate?.rate ?? undefined }]
      }),
  )
}

async function readDelivery(admin: StaffApi, priceUnit: PriceUnit): Promise<PresentDelivery> {
  const fields = [
    'id,name,*address,*fulfillment_sets,*fulfillment_sets.service_zones',
    '*fulfillment_sets.service_zones.geo_zones',
  ].join()
  const { stock_locations } = await admin.stockLocation.list({ ...ALL, order: 'created_at', fields })
  const [location] = stock_locations
  const set = location?.fulfillment_sets?.find(({ type }) => type === 'shipping')
  const zones = await readZones(admin, set?.service_zones ?? [], priceUnit)
  return {
    location: location && {
      id: location.id,
      name: location.name,
      street: location.address?.address_1 ?? '',
      city: location.address?.city ?? '',
      country: (location.address?.country_code ?? '').toUpperCase(),
    },
    setId: set?.id,
    zones,
    options: joinOptions(zones),
  }
}

async function readZones(
  admin: StaffApi,
  zones: readonly HttpTypes.AdminServiceZone[],
  priceUnit: PriceUnit,
): Promise<PresentZone[]> {
  const fields = 'id,name,service_zone_id,metadata,*prices,*prices.price_rules,*rules'
  const { shipping_options } = await admin.shippingOption.list({ ...ALL, fields })
  const ids = new Set(zones.map(({ id }) => id))
  const options = shipping_options.filter(({ service_zone_id: zone }) => ids.has(zone))
  const russian = await readRussian(
    admin,
    options.map(({ id }) => id),
  )
  return zones.map(({ id, name, geo_zones: places }) => ({
    id,
    name,
    countries: places.flatMap(({ country_code: code }) => code?.toUpperCase() ?? []).toSorted(),
    options: options
      .filter(({ service_zone_id: zone }) => zone === id)
      .map((option) => ({
        id: option.id,
        name: option.name,
        russian: russian.get(option.id)?.name,
        translationId: russian.get(option.id)?.id,
        isReturn: option.rules.some(({ attribute, value }) => attribute === 'is_return' && String(value) === 'true'),
        metadata: option.metadata ?? {},
        prices: option.prices.flatMap((price) => readPrice(price, priceUnit)),
      })),
  }))
}

async function readRussian(
  admin: StaffApi,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string | undefined }>> {
  if (ids.length === 0) return new Map()
  const query = { reference_id: [...ids], locale_code: LANGUAGE_TAGS.ru, limit: ids.length }
  const { translations } = await admin.translation.list(query)
  return new Map(
    translations.map(({ id, reference_id, translations: texts }) => {
      const { name } = texts as { name?: string }
      return [reference_id, { id, name }]
    }),
  )
}

function readPrice(
  { id, currency_code: currency, amount, price_rules: rules }: HttpTypes.AdminShippingOptionPrice,
  priceUnit: PriceUnit,
): PresentPrice[] {
  if (!currency) return []
  return [
    {
      id,
      currency: currency.toLowerCase(),
      amount: toHundredths(amount, priceUnit) / 100,
      stored: amount,
      rules: (rules ?? []).map(({ attribute, operator, value }) => ({ attribute, operator, value: String(value) })),
    },
  ]
}

async function readSamples({ admin, fetch }: AdminClient): Promise<PresentSamples> {
  const samples = await fetch<PresentSamples>('/admin/storefront/samples').catch((error: unknown) => {
    // A Medusa of the merchant's own lacks this route and has no samples.
    if (error instanceof BackendError && error.status === 404) return NO_SAMPLES
    throw error
  })
  const { price_lists: lists } = await admin.priceList.list({ ...ALL, fields: 'id,status' })
  const active = new Set(lists.filter(({ status }) => status === 'active').map(({ id }) => id))
  return { ...samples, priceLists: samples.priceLists.filter(({ id }) => active.has(id)) }
}
