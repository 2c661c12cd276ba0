import type { MedusaContainer } from '@medusajs/framework/types'
import { createRegionsWorkflow } from '@medusajs/medusa/core-flows'

import { rowsOf } from '../rows.ts'
import { REGIONS } from '../shop/samples.ts'

export type RegionWithCountries = Awaited<ReturnType<typeof prepareRegions>>[number]

/** Medusa does not translate regions, so `metadata.name_ru` holds the Russian name. Codes are in lower case, as Medusa's. */
export async function prepareRegions(container: MedusaContainer) {
  const named = REGIONS.flatMap(({ countries }) => (countries === 'rest' ? [] : countries.map(toLowerCase)))
  const all = await rowsOf<{ iso_2: string }>(container, 'country', ['iso_2'])
  const rest = all.map(({ iso_2 }) => iso_2).filter((code) => !named.includes(code))
  const regions = REGIONS.map(({ countries, ...region }) => ({
    ...region,
    countries: countries === 'rest' ? rest : countries.map(toLowerCase),
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
          metadata: { name_ru: name.ru, ...(taxCountry && { tax_country: taxCountry }) },
        })),
      },
    })
  }
  return regions
}

function toLowerCase(code: string) {
  return code.toLowerCase()
}
