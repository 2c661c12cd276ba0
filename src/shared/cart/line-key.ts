import type { LineItem } from './cart.ts'

/**
 * Identifies a line of a cart: by its variant, and by its engraving if it has one. It serves as a line's id as long as
 * the backend has not given it one. Texts of shoppers do not belong in URLs, so the key has a hash of the engraving.
 * @param engraving a normalized text
 */
export function lineKey(variantId: string, engraving?: string | null): string {
  if (!engraving) return variantId
  let hash = 0
  for (const character of engraving) hash = (hash * 65_599 + (character.codePointAt(0) ?? 0)) % 2 ** 36
  return `${variantId}_${hash.toString(36)}`
}

/** Returns the key of a cart's line. */
export function keyOfItem({ variant_id: variantId, engraving }: Pick<LineItem, 'variant_id' | 'engraving'>): string {
  return lineKey(variantId, engraving)
}
