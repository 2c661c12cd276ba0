import { formulaSaving, hasRealOriginal, type ReferencePrice } from './crossed-out-price.ts'

export interface SavingLine {
  quantity: number
  unit_price: number
  original_unit_price: number
  discount_total: number
  total: number
}

/**
 * In hundredths. Former prices and discounts of codes count in full, other lines by the formula, if it is on; rounded
 * once.
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
