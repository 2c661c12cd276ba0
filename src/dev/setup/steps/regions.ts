import { isDeepStrictEqual } from 'node:util'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { isCountry, isCurrency, REST, type Answers, type RegionAnswer } from '../answers.ts'
import type { Mistakes } from '../mistakes.ts'
import { planRegions, type PlannedRegion } from '../plan-regions.ts'
import { askList, askText, askYes } from '../prompts.ts'
import { changeSite } from '../site-file.ts'
import type { PresentRegion, PresentShop, Step } from '../step.ts'

const INVOICE = 'pp_system_default'
const TAX_PROVIDER = 'tp_system'

/** Regions, their countries and currencies, and taxes of countries. */
export const regionsStep: Step = {
  title: 'Countries and currencies',
  about: "Medusa's regions: countries that pay in one currency. Also the tax rates of countries.",
  async ask(present, { operator }) {
    const items = present.regions.map((region): RegionAnswer => toAnswer(region, present))
    const regions = await askList({
      message: 'Regions of the shop',
      items,
      label: ({ name, currency, countries }) =>
        `${name.en}, ${currency.toUpperCase()}, ${countries === REST ? 'all other countries' : countries.join(' ')}`,
      addLabel: 'Add a region',
      edit: askRegion,
    })
    const home = operator?.address.country
    const typed = await askText({
      message: `Tax rates of countries in per cent${home ? `, such as ${home}: 20` : ''} (empty: leave them as they are)`,
      isOptional: true,
      validate: (text) => (readRates(text) ? undefined : 'Write them such as DE: 19, FR: 20.'),
    })
    const taxes = readRates(typed)
    return { ...(isDeepStrictEqual(regions, items) ? {} : { regions }), ...(typed && taxes ? { taxes } : {}) }
  },
  async plan(answers, present, tools) {
    const { files, contentDir, admin, mistakes } = tools
    const planned = planRegions(answers, present)
    if (answers.regions || answers.taxes) check(answers, planned, mistakes)
    const { taxByAddress } = answers
    const siteLines = taxByAddress ? await changeSite(files, contentDir, { taxByAddress }) : []
    const changed = planned.filter((region) => isChanged(region))
    const removed = present.regions.filter((region) => !planned.some((one) => one.present === region))
    const currencies = planCurrencies(planned, present)
    const taxes = Object.entries(answers.taxes ?? {}).filter(([code, rate]) => present.taxes.get(code)?.rate !== rate)
    const added = planned.filter((region) => !present.regions.some(({ currency }) => currency === region.currency))
    return {
      lines: [
        ...siteLines,
        ...removed.map(({ name, currency }) => `Delete the region ${name.en} (${currency.toUpperCase()})`),
        ...changed.map((region) => describe(region)),
        ...currencies.lines,
        ...taxes.map(([code, rate]) => `Tax in ${code}: ${present.taxes.get(code)?.rate ?? 'none'} → ${rate} %`),
      ],
      byHand: [
        ...(added.length > 0 && present.store.currencies.length > 0
          ? [`Products without a price in ${listCurrencies(added)} are not sold there until they have one.`]
          : []),
        ...missingTaxes(planned, answers, present),
      ],
      async apply() {
        for (const region of removed) await admin.region.delete(region.id)
        await releaseCountries(admin, changed)
        if (currencies.wanted) await admin.store.update(present.store.id, { supported_currencies: currencies.wanted })
        for (const region of changed) await writeRegion(admin, region)
        for (const [code, rate] of taxes) await writeTax(admin, code, rate, present)
      },
    }
  },
}

function toAnswer({ name, currency, countries, taxIncluded, taxCountry }: PresentRegion, present: PresentShop) {
  const all = present.regions.flatMap((region) => region.countries).length
  return {
    name,
    currency,
    // A list of most of the world says nothing to a reader.
    countries: countries.length > all / 2 && countries.length > 50 ? (REST as typeof REST) : countries,
    taxIncluded,
    ...(taxCountry ? { taxCountry } : {}),
  }
}

async function askRegion(old: RegionAnswer | undefined): Promise<RegionAnswer> {
  const en = await askText({ message: 'Name in English', value: old?.name.en })
  const ru = await askText({ message: 'Name in Russian', value: old?.name.ru })
  const currency = await askText({
    message: 'Currency (code, such as eur)',
    value: old?.currency,
    validate: (text) => (isCurrency(text.toLowerCase()) ? undefined : `"${text}" is no currency code.`),
  })
  const typed = await askText({
    message: `Countries (codes, such as DE FR), or ${REST} for all others`,
    value: old?.countries === REST ? REST : old?.countries.join(' '),
    validate(text) {
      const wrong = text === REST ? undefined : readCodes(text).find((code) => !isCountry(code))
      return wrong && `"${wrong}" is no country code.`
    },
  })
  const countries = typed === REST ? (REST as typeof REST) : readCodes(typed)
  const taxIncluded = await askYes(`Do prices in ${currency.toUpperCase()} contain tax?`, old?.taxIncluded ?? false)
  const taxCountry =
    taxIncluded && countries.length > 1 && countries !== REST
      ? await askText({
          message: 'Country whose tax rate pages show (may be empty)',
          value: old?.taxCountry,
          isOptional: true,
          validate: (text) => (countries.includes(text) ? undefined : 'Enter a country of the region.'),
        })
      : ''
  return {
    name: { en, ru },
    currency: currency.toLowerCase(),
    countries,
    taxIncluded,
    ...(taxCountry ? { taxCountry } : {}),
  }
}

function readCodes(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
}

function readRates(text: string): Record<string, number> | undefined {
  const parts = text.split(',').map((part) => /^\s*([A-Z]{2})\s*:\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(part))
  const isRight = parts.every((part) => part && isCountry(part[1] ?? '') && Number(part[2]) <= 100)
  return isRight ? Object.fromEntries(parts.map((part) => [part?.[1] ?? '', Number(part?.[2])])) : undefined
}

function check({ regions, taxes }: Answers, planned: readonly PlannedRegion[], mistakes: Mistakes): void {
  const countries = new Map<string, string>()
  const names = new Set<string>()
  for (const [index, region] of planned.entries()) {
    const at = ['regions', index]
    if (names.has(region.name.en)) mistakes.add([...at, 'name', 'en'], `"${region.name.en}" is there twice`)
    names.add(region.name.en)
    if (region.countries.length === 0 && regions)
      mistakes.add([...at, 'countries'], 'no other country is left for rest')
    for (const code of region.countries) {
      const other = countries.get(code)
      if (other !== undefined) mistakes.add([...at, 'countries'], `${code} is in ${other} already`)
      countries.set(code, region.name.en)
    }
    if (region.taxCountry && !region.countries.includes(region.taxCountry))
      mistakes.add([...at, 'taxCountry'], `${region.taxCountry} is no country of the region`)
    const same = planned.find(({ currency }) => currency === region.currency)
    if (same && same.taxIncluded !== region.taxIncluded)
      mistakes.add([...at, 'taxIncluded'], `${same.name.en} has the same currency and the other setting`)
  }
  for (const code of Object.keys(taxes ?? {}))
    if (!isCountry(code)) mistakes.add(['taxes', code], 'must be named by an upper-case country code, such as DE')
}

function isChanged({ present, name, currency, countries, taxIncluded, taxCountry }: PlannedRegion): boolean {
  return (
    !present ||
    !isDeepStrictEqual(
      [name, currency, countries, taxIncluded, taxCountry],
      [present.name, present.currency, present.countries, present.taxIncluded, present.taxCountry],
    )
  )
}

function describe({ present, name, currency, countries, taxIncluded }: PlannedRegion): string {
  const codes = countries.length > 30 ? `${countries.length} countries` : countries.join(' ')
  const tax = taxIncluded ? 'prices contain tax' : 'tax is added'
  const verb = present ? 'Change' : 'Create'
  const was = present && present.name.en !== name.en ? ` (was ${present.name.en})` : ''
  return `${verb} the region ${name.en}${was}: ${currency.toUpperCase()}, ${codes}, ${tax}`
}

function listCurrencies(regions: readonly PlannedRegion[]): string {
  return [...new Set(regions.map(({ currency }) => currency.toUpperCase()))].join(', ')
}

interface StoreCurrency {
  currency_code: string
  is_default: boolean
  is_tax_inclusive: boolean
}

function planCurrencies(
  planned: readonly PlannedRegion[],
  { store }: PresentShop,
): { lines: string[]; wanted: StoreCurrency[] | undefined } {
  const wanted = new Map(
    store.currencies.map(({ code, isDefault, taxIncluded }): [string, StoreCurrency] => [
      code,
      { currency_code: code, is_default: isDefault, is_tax_inclusive: taxIncluded },
    ]),
  )
  const lines: string[] = []
  for (const { currency, taxIncluded } of planned) {
    const old = wanted.get(currency)
    if (old?.is_tax_inclusive === taxIncluded) continue
    if (!old) lines.push(`Medusa's store: add the currency ${currency.toUpperCase()}`)
    wanted.set(currency, {
      currency_code: currency,
      is_default: old?.is_default ?? wanted.size === 0,
      is_tax_inclusive: taxIncluded,
    })
    if (old) lines.push(`Prices in ${currency.toUpperCase()}: ${taxIncluded ? 'contain tax' : 'tax is added'}`)
  }
  return { lines, wanted: lines.length > 0 ? [...wanted.values()] : undefined }
}

function missingTaxes(planned: readonly PlannedRegion[], { taxes = {} }: Answers, present: PresentShop): string[] {
  const countries = planned
    .filter(({ taxIncluded }) => taxIncluded)
    .flatMap((region) => region.countries)
    .filter((code) => taxes[code] === undefined && present.taxes.get(code)?.rate === undefined)
  return countries.length === 0
    ? []
    : [`Enter the tax rates of ${countries.slice(0, 40).join(', ')} in Medusa: prices there are said to contain tax.`]
}

/** A country can be in one region only, so those that move are first taken out of their old regions. */
async function releaseCountries(admin: StaffApi, regions: readonly PlannedRegion[]): Promise<void> {
  for (const { present, countries } of regions) {
    if (!present) continue
    const remaining = present.countries.filter((code) => countries.includes(code))
    if (remaining.length < present.countries.length)
      await admin.region.update(present.id, { countries: remaining.map(lower) })
  }
}

async function writeRegion(admin: StaffApi, region: PlannedRegion): Promise<void> {
  const { present, name, currency, countries, taxIncluded, taxCountry } = region
  const body = {
    name: name.en,
    currency_code: currency,
    countries: countries.map(lower),
    is_tax_inclusive: taxIncluded,
    metadata: {
      ...present?.metadata,
      name_ru: name.ru,
      // An update to an empty text removes the name.
      ...(taxCountry || present ? { tax_country: taxCountry ?? '' } : {}),
    },
  }
  if (present) await admin.region.update(present.id, body)
  else await admin.region.create({ ...body, automatic_taxes: true, payment_providers: [INVOICE] })
}

async function writeTax(admin: StaffApi, code: string, rate: number, { taxes }: PresentShop): Promise<void> {
  const known = taxes.get(code)
  const tax = { name: 'VAT', code: 'VAT', rate }
  if (!known)
    await admin.taxRegion.create({
      country_code: lower(code),
      provider_id: TAX_PROVIDER,
      default_tax_rate: tax,
    })
  else if (known.rateId) await admin.taxRate.update(known.rateId, { rate })
  else await admin.taxRate.create({ ...tax, tax_region_id: known.regionId, is_default: true })
}

function lower(code: string): string {
  return code.toLowerCase()
}
