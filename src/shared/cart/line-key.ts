import type { LineItem } from './cart.ts'

/**
 * A line's id until the backend has given it one. Texts of shoppers do not belong in URLs, so it has a hash of the
 * normalized engraving.
 */
export function lineKey(variantId: string, engraving?: string | null): string {
  if (!engraving) return variantId
  let hash = 0
  for (const character of engraving) hash = (hash * 65_599 + (character.codePointAt(0) ?? 0)) % 2 ** 36
  return `${variantId}_${hash.toString(36)}`
}

export function keyOfItem({ variant_id: variantId, engraving }: Pick<LineItem, 'variant_id' | 'engraving'>): string {
  return lineKey(variantId, engraving)
}
