import { REGIONS } from './samples.ts'

export interface Price {
  currency_code: string
  /** Major units. */
  amount: number
}

/** A multiple of five, so that 60 % of it is a whole number. */
export function originalPrices(dollars: number): Price[] {
  return REGIONS.map(({ currency, rate, step }) => ({
    currency_code: currency,
    amount: Math.round((dollars * rate) / step) * step,
  }))
}

/** Launch40: exactly 40 % less, a whole number in every currency. */
export function salePrices(dollars: number): Price[] {
  return originalPrices(dollars).map(({ currency_code, amount }) => ({ currency_code, amount: (amount / 5) * 3 }))
}
