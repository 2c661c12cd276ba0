import type { MedusaContainer } from '@medusajs/framework/types'
import { createTaxRegionsWorkflow } from '@medusajs/medusa/core-flows'

import { rowsOf } from '../rows.ts'
import { COUNTRY_TAXES, type CountryTax } from '../shop/taxes.ts'

/** Medusa's own tax provider, which uses the rates of the tax regions. */
const PROVIDER = 'tp_system'

export async function prepareTaxes(container: MedusaContainer): Promise<void> {
  const known = await rowsOf<{ country_code: string; province_code: string | null }>(container, 'tax_region', [
    'country_code',
    'province_code',
  ])
  const missing = COUNTRY_TAXES.filter(
    ({ country }) =>
      !known.some(({ country_code: code, province_code: province }) => !province && code === country.toLowerCase()),
  )
  if (missing.length === 0) return
  const { result } = await createTaxRegionsWorkflow(container).run({
    input: missing.map(({ country, rate }) => ({
      country_code: country.toLowerCase(),
      provider_id: PROVIDER,
      ...(rate === undefined ? {} : { default_tax_rate: { name: 'VAT', code: 'VAT', rate } }),
    })),
  })
  const parents = new Map(result.map(({ id, country_code: code }) => [code, id]))
  const provinces = missing.flatMap((tax) => provincesOf(tax, parents.get(tax.country.toLowerCase()) ?? ''))
  if (provinces.length > 0) await createTaxRegionsWorkflow(container).run({ input: provinces })
}

function provincesOf({ country, provinces }: CountryTax, parent: string) {
  return Object.entries(provinces).map(([code, rate]) => ({
    country_code: country.toLowerCase(),
    province_code: code.toLowerCase(),
    parent_id: parent,
    default_tax_rate: { name: 'Sales tax', code, rate },
  }))
}
