import { isDeepStrictEqual } from 'node:util'

import type { HttpTypes } from '@medusajs/types'

import { fromHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'

import type { DeliveryAnswer } from './answers.ts'
import type { KnownOption, PresentOption, PresentPrice, PresentZone } from './step.ts'

/** With an id, the price is changed; without one, it is created. */
export type SentPrice = HttpTypes.AdminCreateShippingOption['prices'][number] & { id?: string }
type TotalRules = NonNullable<SentPrice['rules']>

const REGION = 'region_id'
const TOTAL = 'item_total'

/** @returns the working days of an option; undefined if its metadata has none */
export function daysOf({ metadata }: Pick<PresentOption, 'metadata'>): DeliveryAnswer['days'] | undefined {
  const { days } = metadata as { days?: Partial<DeliveryAnswer['days']> | null }
  return typeof days?.from === 'number' && typeof days.to === 'number' ? { from: days.from, to: days.to } : undefined
}

/** @returns whether an option is for shipments to the shopper */
export function isOutbound({ isReturn }: PresentOption): boolean {
  return !isReturn
}

/** @returns the price in a lower-case currency that holds for every region and total */
export function basePrice({ prices }: Pick<PresentOption, 'prices'>, currency: string): PresentPrice | undefined {
  return prices.find((price) => price.currency === currency && price.rules.length === 0)
}

/** Joins the options with one name in several zones. What differs between the zones is left out. */
export function joinOptions(zones: readonly PresentZone[]): KnownOption[] {
  const byName = Map.groupBy(
    zones.flatMap(({ options }) => options.filter(isOutbound)),
    ({ name }) => name,
  )
  return [...byName].map(([name, options]) => {
    const russian = options.find((option) => option.russian !== undefined)?.russian
    const days = common(options.map(daysOf))
    const insured = common(options.map(({ metadata }) => metadata['insured'] === true))
    const currencies = new Set(options.flatMap(({ prices }) => prices.map(({ currency }) => currency)))
    const prices = [...currencies].flatMap((currency) => {
      const amount = common(options.flatMap((option) => basePrice(option, currency)?.amount ?? []))
      return amount === undefined ? [] : [[currency, amount] as const]
    })
    return {
      name: { en: name, ru: russian ?? name },
      ...(days ? { days } : {}),
      ...(insured === undefined ? {} : { insured }),
      prices: Object.fromEntries(prices),
    }
  })
}

function common<Value>(values: readonly Value[]): Value | undefined {
  const [first] = values
  return values.every((value) => isDeepStrictEqual(value, first)) ? first : undefined
}

/**
 * Medusa deletes every price of an option that an update does not name, and the rules of a price that it names without.
 * @param amount major units of the currency
 * @param regions the lower-case currencies of the regions after setup, by id. Prices for other regions are left out, since
 *   Medusa refuses them.
 * @returns all prices of the option with the new amount; undefined if the price is the same
 */
export function changePrice(
  option: Pick<PresentOption, 'prices'>,
  { currency, amount }: { currency: string; amount: number },
  { regions, priceUnit }: { regions: ReadonlyMap<string, string>; priceUnit: PriceUnit },
): SentPrice[] | undefined {
  const old = basePrice(option, currency)
  if (old?.amount === amount) return undefined
  const others = option.prices.filter((price) => price !== old).flatMap((price) => keepPrice(price, regions))
  const id = old ? { id: old.id } : {}
  return [...others, { ...id, currency_code: currency, amount: toStored(amount, priceUnit) }]
}

/** @returns the attributes of the rules that Medusa's API cannot take back, so that a change would delete their prices */
export function otherRules({ prices }: Pick<PresentOption, 'prices'>): string[] {
  const attributes = prices.flatMap(({ rules }) => rules.map(({ attribute }) => attribute))
  return [...new Set(attributes)].filter((attribute) => attribute !== REGION && attribute !== TOTAL)
}

/** @returns the prices of an option in a currency for an option of another zone, without those for a region */
export function copyPrices({ prices }: Pick<PresentOption, 'prices'>, currency: string): SentPrice[] {
  return prices
    .filter((price) => price.currency === currency && price.rules.every(({ attribute }) => attribute === TOTAL))
    .map((price) => ({ currency_code: currency, amount: price.stored, ...totalRules(price) }))
}

/** @returns major units in the unit of the backend */
export function toStored(amount: number, priceUnit: PriceUnit): number {
  return fromHundredths(Math.round(amount * 100), priceUnit)
}

function keepPrice(price: PresentPrice, regions: ReadonlyMap<string, string>): SentPrice[] {
  const { id, currency, stored: amount } = price
  const region = price.rules.find(({ attribute }) => attribute === REGION)?.value
  // Medusa takes the currency of such a price from the region.
  if (region !== undefined && regions.get(region) !== currency) return []
  const place = region === undefined ? { currency_code: currency } : { region_id: region }
  return [{ id, ...place, amount, ...totalRules(price) }]
}

function totalRules({ rules }: PresentPrice): { rules?: TotalRules } {
  const totals = rules.flatMap(({ attribute, operator, value }) =>
    attribute === TOTAL ? [{ attribute, operator, value: Number(value) } as TotalRules[number]] : [],
  )
  return totals.length > 0 ? { rules: totals } : {}
}
