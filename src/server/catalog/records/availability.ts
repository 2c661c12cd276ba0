import type { ProductRecord, VariantRecord } from './records.ts'

/** What can still be sold of a variant; null where no one counts or it may be back-ordered. */
export function availableOf(variant: VariantRecord): number | null {
  return variant.managed && !variant.backorder ? variant.stock : null
}

export function isInStock(product: ProductRecord): boolean {
  return product.variants.some(canBeBought)
}

export function canBeBought(variant: VariantRecord): boolean {
  return availableOf(variant) !== 0
}
