import { isDeepStrictEqual } from 'node:util'

import type { PriceUnit } from '#shared/money/to-hundredths.ts'

import type { Answers, DeliveryAnswer } from './answers.ts'
import {
  basePrice,
  changePrice,
  copyPrices,
  daysOf,
  isOutbound,
  otherRules,
  toStored,
  type SentPrice,
} from './delivery-options.ts'
import type { Mistakes } from './mistakes.ts'
import type { PlannedRegion } from './plan-regions.ts'
import type { PresentOption, PresentShop, PresentZone } from './step.ts'

export interface PlannedZone {
  name: string
  /** Lower case; that of its region. */
  currency: string
  present: PresentZone | undefined
  /** Upper case, sorted. */
  countries: string[]
  /** Options to create or change. */
  options: PlannedOption[]
  /** Options that the answers no longer name. */
  removed: PresentOption[]
  needsReturn: boolean
  /** One line for each change; empty if the zone stays as it is. */
  lines: string[]
}

export interface PlannedOption {
  present: PresentOption | undefined
  name: string
  russian: string
  metadata: Record<string, unknown>
  /** All prices; undefined if they stay as they are. */
  prices: SentPrice[] | undefined
  line: string
}

interface Plan {
  zones: PlannedZone[]
  /** Zones to delete. */
  unused: PresentZone[]
  byHand: string[]
}

interface ZoneInput {
  answers: Answers
  regions: readonly PlannedRegion[]
  present: PresentShop
  priceUnit: PriceUnit
  mistakes: Mistakes
}

/**
 * Plans the delivery zones. With answers about options, each region has one zone with these options. Without them, only the
 * zones of regions that are new, removed or changed get other countries, and keep their options.
 */
export function planZones(input: ZoneInput): Plan {
  const { answers, regions, present } = input
  if (!answers.regions && !answers.delivery?.options) return { zones: [], unused: [], byHand: [] }
  const owners = findOwners(regions, present.delivery.zones)
  const touched = new Set(
    regions.filter((region) => answers.delivery?.options !== undefined || isTouched(region, owners)),
  )
  refuseShared(touched, owners, input)
  const remaining = remainingCountries({ ...input, owners, touched })
  const ofRegions = [...touched].map((region) => planZone(region, { input, owners, remaining }))
  const others = [...remaining].flatMap(([zone, countries]): PlannedZone[] => {
    const isPlanned = ofRegions.some(({ present: one }) => one === zone)
    if (isPlanned || countries.length === 0 || countries.length === zone.countries.length) return []
    const plain = { options: [], removed: [], needsReturn: false, currency: '' }
    return [{ ...plain, name: zone.name, present: zone, countries, lines: [describeCountries(zone, countries)] }]
  })
  const zones = [...ofRegions, ...others]
  const unused = [...remaining].flatMap(([zone, countries]) =>
    countries.length === 0 && zone.countries.length > 0 && !zones.some((one) => one.present === zone) ? [zone] : [],
  )
  return { zones, unused, byHand: missingCountries(regions, remaining, zones) }
}

/** The region with most countries of each zone, among those whose currency its prices have. */
type Owners = ReadonlyMap<PresentZone, PlannedRegion | undefined>

function findOwners(regions: readonly PlannedRegion[], zones: readonly PresentZone[]): Owners {
  return new Map(
    zones.map((zone) => {
      const claims = regions
        .filter((region) => claimsZone(region, zone))
        .toSorted((a, b) => countShared(zone, b) - countShared(zone, a))
      return [zone, claims[0]]
    }),
  )
}

function claimsZone(region: PlannedRegion, zone: PresentZone): boolean {
  return countShared(zone, region) > 0 && (serves(zone, region.present?.currency) || !zone.options.some(isOutbound))
}

function countShared({ countries }: PresentZone, { present }: PlannedRegion): number {
  return countries.filter((code) => present?.countries.includes(code)).length
}

function serves({ options }: PresentZone, currency: string | undefined): boolean {
  return options.some((option) => isOutbound(option) && option.prices.some((price) => price.currency === currency))
}

function mainZone(region: PlannedRegion, owners: Owners): PresentZone | undefined {
  const own = [...owners].flatMap(([zone, owner]) => (owner === region ? [zone] : []))
  return own.toSorted((a, b) => countShared(b, region) - countShared(a, region))[0]
}

function isTouched(region: PlannedRegion, owners: Owners): boolean {
  const { present, countries, currency } = region
  if (!present || present.currency !== currency || !isDeepStrictEqual(present.countries, countries)) return true
  // An interrupted run has changed the region, but not the zone that its countries come from.
  const main = mainZone(region, owners)
  return [...owners].some(
    ([zone, owner]) =>
      owner !== region &&
      (main !== undefined || !serves(zone, currency)) &&
      zone.countries.some((code) => countries.includes(code)),
  )
}

/** Options with prices in several currencies would lose those of the other regions. */
function refuseShared(touched: ReadonlySet<PlannedRegion>, owners: Owners, { answers, mistakes }: ZoneInput): void {
  for (const region of touched) {
    if (mainZone(region, owners)) continue
    for (const [zone, owner] of owners)
      if (owner && claimsZone(region, zone) && owner.present?.currency !== region.present?.currency)
        mistakes.add(
          answers.delivery?.options ? ['delivery', 'options'] : ['regions'],
          `the delivery zone ${zone.name} belongs to the regions ${owner.name.en} and ${region.name.en}; give each a zone of its own in Medusa first`,
        )
  }
}

/** The countries that stay in each zone of the shop. */
function remainingCountries({
  answers,
  regions,
  present,
  owners,
  touched,
}: ZoneInput & { owners: Owners; touched: ReadonlySet<PlannedRegion> }): Map<PresentZone, string[]> {
  const regionOf = new Map(regions.flatMap((region) => region.countries.map((code) => [code, region] as const)))
  const inRegions = new Set(present.regions.flatMap(({ countries }) => countries))
  function staysIn(zone: PresentZone, code: string): boolean {
    const region = regionOf.get(code)
    if (!region) return !inRegions.has(code)
    if (!touched.has(region)) return true
    return answers.delivery?.options ? mainZone(region, owners) === zone : owners.get(zone) === region
  }
  return new Map(present.delivery.zones.map((zone) => [zone, zone.countries.filter((code) => staysIn(zone, code))]))
}

interface Context {
  input: ZoneInput
  owners: Owners
  remaining: ReadonlyMap<PresentZone, string[]>
}

function planZone(region: PlannedRegion, { input, owners, remaining }: Context): PlannedZone {
  const { answers, present: shop } = input
  const main = mainZone(region, owners)
  const elsewhere = [...owners].flatMap(([zone, owner]) =>
    owner === region && zone !== main ? (remaining.get(zone) ?? []) : [],
  )
  // Without answers about delivery, a country that had none has none afterwards.
  const delivered = new Set(shop.delivery.zones.flatMap((zone) => zone.countries))
  const isNew = (code: string) => !region.present?.countries.includes(code) || delivered.has(code)
  const wanted = region.countries.filter(
    (code) => answers.delivery?.options !== undefined || (!elsewhere.includes(code) && isNew(code)),
  )
  const countries = [...new Set([...((main && remaining.get(main)) ?? []), ...wanted])].toSorted()
  const outbound = main?.options.filter(isOutbound) ?? []
  const options = answers.delivery?.options
    ? answers.delivery.options.flatMap((_, index) => planOption(index, { region, outbound, input }))
    : copyOptions(region, main, input)
  const removed = answers.delivery?.options
    ? outbound.filter(({ name }) => !answers.delivery?.options?.some((option) => option.name.en === name))
    : []
  const needsReturn = !main?.options.some(
    ({ isReturn, prices }) => isReturn && prices.some(({ currency }) => currency === region.currency),
  )
  const where = region.name.en
  const lines = [
    ...(main ? [] : [`Create the delivery zone ${where}`]),
    ...(main && !isDeepStrictEqual(main.countries, countries) ? [describeCountries(main, countries, where)] : []),
    ...options.map(({ line }) => line),
    ...removed.map(({ name }) => `Delete ${name} to ${where}`),
    ...(needsReturn ? [`Create the return option of ${where}`] : []),
  ]
  return { name: where, currency: region.currency, present: main, countries, options, removed, needsReturn, lines }
}

function describeCountries(zone: PresentZone, countries: readonly string[], where = zone.name): string {
  const gone = zone.countries.filter((code) => !countries.includes(code))
  const added = countries.filter((code) => !zone.countries.includes(code))
  const parts = [
    ...(added.length > 0 ? [`with ${list(added)}`] : []),
    ...(gone.length > 0 ? [`without ${list(gone)}`] : []),
  ]
  return `Delivery to ${where}: ${parts.join(', ')}`
}

function list(countries: readonly string[]): string {
  return countries.length > 10 ? `${countries.length} countries` : countries.join(' ')
}

function planOption(
  index: number,
  { region, outbound, input }: { region: PlannedRegion; outbound: readonly PresentOption[]; input: ZoneInput },
): PlannedOption[] {
  const { answers, regions, priceUnit, mistakes } = input
  const option = answers.delivery?.options?.[index]
  if (!option) return []
  const { name, days, insured } = option
  const { currency } = region
  const amount = option.prices[currency] ?? 0
  const old = outbound.find((one) => one.name === name.en)
  const currencies = new Map(regions.flatMap(({ present, currency: code }) => (present ? [[present.id, code]] : [])))
  const prices = old
    ? changePrice(old, { currency, amount }, { regions: currencies, priceUnit })
    : [{ currency_code: currency, amount: toStored(amount, priceUnit) }]
  if (old && !prices && isSame(old, option)) return []
  const others = old && prices ? otherRules(old) : []
  if (others.length > 0)
    mistakes.add(
      ['delivery', 'options', index, 'prices', currency],
      `has prices that depend on ${others.join(', ')}; change it in Medusa`,
    )
  const line = `${old ? 'Change' : 'Create'} ${name.en} to ${region.name.en}: ${currency.toUpperCase()} ${amount}, ${days.from} to ${days.to} working days`
  return [
    { present: old, name: name.en, russian: name.ru, metadata: { ...old?.metadata, days, insured }, prices, line },
  ]
}

function isSame(old: PresentOption, { name, days, insured }: DeliveryAnswer): boolean {
  return (
    isDeepStrictEqual(daysOf(old), days) &&
    (old.metadata['insured'] === true) === insured &&
    (old.russian ?? old.name) === name.ru
  )
}

/** A new zone gets the options of the zone that its countries come from, if that has prices in its currency. */
function copyOptions(region: PlannedRegion, main: PresentZone | undefined, input: ZoneInput): PlannedOption[] {
  const { present, mistakes } = input
  const { currency, countries } = region
  if (main && serves(main, currency)) return []
  const isOwn = (code: string) => countries.includes(code)
  const [source] = main?.options.some(isOutbound)
    ? []
    : present.delivery.zones
        .filter(({ options }) => options.some((option) => isOutbound(option) && basePrice(option, currency)))
        .toSorted((a, b) => b.countries.filter(isOwn).length - a.countries.filter(isOwn).length)
  if (!source) {
    mistakes.add(
      ['delivery', 'options'],
      `are missing: the region ${region.name.en} needs delivery options with prices in ${currency}`,
    )
    return []
  }
  return source.options
    .filter((option) => isOutbound(option) && basePrice(option, currency))
    .map((option) => ({
      present: undefined,
      name: option.name,
      russian: option.russian ?? option.name,
      metadata: option.metadata,
      prices: copyPrices(option, currency),
      line: `Create ${option.name} to ${region.name.en}: ${currency.toUpperCase()} ${basePrice(option, currency)?.amount}, as in ${source.name}`,
    }))
}

function missingCountries(
  regions: readonly PlannedRegion[],
  remaining: ReadonlyMap<PresentZone, string[]>,
  zones: readonly PlannedZone[],
): string[] {
  const delivered = new Set([...zones.flatMap(({ countries }) => countries), ...[...remaining.values()].flat()])
  return regions.flatMap(({ name, countries }) => {
    const missing = countries.filter((code) => !delivered.has(code))
    return missing.length > 0 ? [`No delivery zone of ${name.en} has ${list(missing)}: add them in Medusa.`] : []
  })
}
