import type { LineItem } from './cart.ts'

/** Texts of shoppers do not belong in URLs, so the key has a hash of the engraving, which is normalized. */
export function lineKey(variantId: string, engraving?: string | null): string {
  if (!engraving) return variantId
  let hash = 0
  for (const character of engraving) hash = (hash * 65_599 + (character.codePointAt(0) ?? 0)) % 2 ** 36
  return `${variantId}_${hash.toString(36)}`
}

export function keyOfItem({ variant_id: variantId, engraving }: Pick<LineItem, 'variant_id' | 'engraving'>): string {
  return lineKey(variantId, engraving)
}
