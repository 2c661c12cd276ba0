import type { MedusaContainer } from '@medusajs/framework/types'
import { createTaxRegionsWorkflow } from '@medusajs/medusa/core-flows'

import { rowsOf } from '../rows.ts'
import { COUNTRY_TAXES } from '../shop/taxes.ts'

const PROVIDER = 'tp_system'

export async function prepareTaxes(container: MedusaContainer) {
  const fields = ['country_code', 'province_code']
  const known = await rowsOf<{ country_code: string; province_code: string | null }>(container, 'tax_region', fields)
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
  const provinces = missing.flatMap((tax) => {
    const country_code = tax.country.toLowerCase()
    return Object.entries(tax.provinces).map(([code, rate]) => ({
      country_code,
      province_code: code.toLowerCase(),
      parent_id: parents.get(country_code) ?? '',
      default_tax_rate: { name: 'Sales tax', code, rate },
    }))
  })
  if (provinces.length > 0) await createTaxRegionsWorkflow(container).run({ input: provinces })
}
