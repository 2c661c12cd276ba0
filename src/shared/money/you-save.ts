import { formulaSaving, hasRealOriginal, type ReferencePrice } from './crossed-out-price.ts'

/** The fields of a cart line that the saving depends on; amounts in hundredths. */
export interface SavingLine {
  quantity: number
  unit_price: number
  original_unit_price: number
  /** The discount of promotion codes. */
  discount_total: number
  total: number
}

/**
 * The "You save" amount of a cart's lines, in hundredths, without shipping and tax. Former prices of the backend and
 * discounts of codes count in full. Other lines count by the formula, if it is on; their sum is rounded once.
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
