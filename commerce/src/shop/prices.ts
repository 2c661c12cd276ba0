import { REGIONS } from './regions.ts'

export interface Price {
  currency_code: string
  /** Major units, as Medusa speaks. */
  amount: number
}

/**
 * What a product costs outside the sale, in every currency; always a multiple of five, so that six tenths of it is
 * whole.
 */
export function originalPrices(dollars: number): Price[] {
  return REGIONS.map(({ currency, rate, step }) => ({
    currency_code: currency,
    amount: Math.round((dollars * rate) / step) * step,
  }))
}

/** Launch40: exactly 40 % less, and a whole amount in every currency. */
export function salePrices(dollars: number): Price[] {
  return originalPrices(dollars).map(({ currency_code, amount }) => ({ currency_code, amount: (amount / 5) * 3 }))
}
