import { REGIONS } from './samples.ts'

export interface Price {
  currency_code: string
  /** Major units. */
  amount: number
}

/** A multiple of five, so that 60 % of it is a whole number. */
export function originalPrices(dollars: number) {
  return REGIONS.map(({ currency, rate, step }): Price => ({
    currency_code: currency,
    amount: Math.round((dollars * rate) / step) * step,
  }))
}

/** Launch40: exactly 40 % less, a whole number in every currency. */
export function salePrices(dollars: number) {
  return originalPrices(dollars).map((price): Price => ({ ...price, amount: (price.amount / 5) * 3 }))
}
