import { formulaSaving, hasRealOriginal, type ReferencePrice } from './crossed-out-price.ts'

/** The figures of a cart's line that its saving needs; amounts in hundredths. */
export interface SavingLine {
  quantity: number
  unit_price: number
  original_unit_price: number
  /** What promotion codes took off. */
  discount_total: number
  total: number
}

/**
 * "You save" of a cart's lines, in hundredths; shipping and tax are no part of it.
 * Real former prices and the discounts of codes count as they are; the rest only under the formula, rounded once at
 * the end.
 */
export function youSave(lines: readonly SavingLine[], reference: ReferencePrice = 'backend'): number {
  let real = 0
  let formulaTotal = 0
  for (const line of lines) {
    real += line.discount_total
    if (hasRealOriginal(line.unit_price, line.original_unit_price)) {
      real += (line.original_unit_price - line.unit_price) * line.quantity
    } else if (reference === 'formula') {
      formulaTotal += line.total
    }
  }
  return real + Math.round(formulaSaving(formulaTotal))
}
