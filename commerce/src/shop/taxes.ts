/**
 * Standard rates of value added tax in 2026, in per cent. Source: European Commission,
 * https://ec.europa.eu/taxation_customs/tedb/
 */
const EU_VAT: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 21,
  BG: 20,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
}

interface CountryTax {
  country: string
  /** In per cent, for the whole country. */
  rate?: number
  /** In per cent by upper case ISO 3166-2 code, as in Medusa's admin. */
  provinces: Readonly<Record<string, number>>
}

/**
 * The two American states are examples with the base rate of the state; a real shop enters its own rates in Medusa, or
 * uses a tax provider. Sources: https://www.cdtfa.ca.gov/taxes-and-fees/sales-use-tax-rates.htm,
 * https://www.tax.ny.gov/bus/st/rates.htm and https://www.gov.uk/vat-rates
 */
export const COUNTRY_TAXES: readonly CountryTax[] = [
  ...Object.entries(EU_VAT).map(([country, rate]) => ({ country, rate, provinces: {} })),
  { country: 'GB', rate: 20, provinces: {} },
  { country: 'US', provinces: { 'US-CA': 7.25, 'US-NY': 4 } },
]
