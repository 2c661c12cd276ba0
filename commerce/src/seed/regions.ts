import type { MedusaContainer } from '@medusajs/framework/types'
import { createRegionsWorkflow } from '@medusajs/medusa/core-flows'

import { rowsOf } from '../rows.ts'
import { REGIONS, type ShopRegion } from '../shop/samples.ts'

export interface RegionWithCountries extends Omit<ShopRegion, 'countries'> {
  /** Lower case, as Medusa writes them. */
  countries: string[]
}

/** Medusa does not translate regions, so `metadata.name_ru` holds the Russian name. */
export async function prepareRegions(container: MedusaContainer): Promise<RegionWithCountries[]> {
  const known = (await rowsOf<{ iso_2: string }>(container, 'country', ['iso_2'])).map(({ iso_2 }) => iso_2)
  const named = new Set(
    REGIONS.flatMap(({ countries }) => (countries === 'rest' ? [] : countries.map((code) => code.toLowerCase()))),
  )
  const regions = REGIONS.map((region) => ({
    ...region,
    countries:
      region.countries === 'rest'
        ? known.filter((code) => !named.has(code))
        : region.countries.map((code) => code.toLowerCase()),
  }))

  const existing = await rowsOf<{ currency_code: string }>(container, 'region', ['currency_code'])
  const missing = regions.filter(({ currency }) => !existing.some(({ currency_code }) => currency_code === currency))
  if (missing.length > 0) {
    await createRegionsWorkflow(container).run({
      input: {
        regions: missing.map(({ currency, name, countries, taxCountry, taxIncluded = false }) => ({
          name: name.en,
          currency_code: currency,
          countries,
          payment_providers: ['pp_system_default'],
          automatic_taxes: true,
          is_tax_inclusive: taxIncluded,
          metadata: { name_ru: name.ru, ...(taxCountry ? { tax_country: taxCountry } : {}) },
        })),
      },
    })
  }
  return regions
}
