import type { DaysOnTheWay } from '#shared/delivery/delivery-days.ts'
import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import { perLocale, type Region, type ShippingOption } from '../records/records.ts'

/** As `commerce/src/storefront/delivery.ts` lists it. */
export interface ListedOption {
  id: string
  region_id: string
  name: string
  names: Record<string, string>
  amount: number | null
  metadata: Record<string, unknown> | null
  countries: string[]
  /** Of the fulfillment set. */
  type: string
  service_zone_id: string
  shipping_profile_id: string
}

/** Longer delivery times are taken for a mistake. */
const MOST_DAYS = 90

/** The options of a region, the cheapest first. */
export function toShippingOptions(
  listed: readonly ListedOption[],
  { id: regionId, currency_code: currency }: Pick<Region, 'id' | 'currency_code'>,
  priceUnit: 'major' | 'minor',
): ShippingOption[] {
  return listed
    .filter((option) => option.region_id === regionId)
    .map(({ id, name, names, amount, metadata, countries, ...option }) => ({
      id,
      names: perLocale((locale) => names[LANGUAGE_TAGS[locale]] ?? name),
      days: readDays(metadata?.['days']),
      amount: amount === null ? null : toHundredths(amount, priceUnit, currency),
      insured: metadata?.['insured'] === true,
      countries,
      isPickup: option.type === 'pickup',
      zone: option.service_zone_id,
      profile: option.shipping_profile_id,
    }))
    .toSorted((a, b) => (a.amount ?? 0) - (b.amount ?? 0) || (a.id < b.id ? -1 : 1))
}

/** `{"days": {"from": 5, "to": 8}}`; null if the operator has not set the delivery time. */
export function readDays(written: unknown): DaysOnTheWay | null {
  const { from, to } = (written ?? {}) as Partial<Record<'from' | 'to', unknown>>
  const [least, most] = [Number(from), Number(to ?? from)]
  const isValid = Number.isInteger(least) && Number.isInteger(most) && least >= 0 && most >= least && most <= MOST_DAYS
  return isValid ? { from: least, to: most } : null
}

/**
 * The cheapest delivery, as far as it is the same for each country of a region: free if every zone has a free option,
 * else the lowest price. Null if only some zones deliver for free, or without a fixed price.
 */
export function cheapestOf(options: readonly ShippingOption[]): { amount: number; insured: boolean } | null {
  const sold = options.flatMap(({ amount, isPickup, ...option }) =>
    amount === null || isPickup ? [] : [{ ...option, amount }],
  )
  // A profile is a kind of goods, such as large ones, with options of its own.
  const zones = Object.values(Object.groupBy(sold, ({ zone, profile }) => `${zone} ${profile}`))
  const cheapest = zones.flatMap((zone = []) => zone.toSorted((a, b) => a.amount - b.amount)[0] ?? [])
  const free = cheapest.filter(({ amount }) => amount === 0)
  if (cheapest.length === 0 || (free.length > 0 && free.length < cheapest.length)) return null
  return {
    amount: Math.min(...cheapest.map(({ amount }) => amount)),
    insured: cheapest.every(({ insured }) => insured),
  }
}

/** Those that deliver to a country, the cheapest first. */
export function optionsTo(country: string, options: readonly ShippingOption[]): ShippingOption[] {
  return options.filter(({ countries }) => countries.includes(country))
}
