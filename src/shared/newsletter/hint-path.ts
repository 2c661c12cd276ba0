/** What the address says in place of a size. */
export const ANY_SIZE = 'any'

/**
 * The page where a hint is given, without its language; its query says what the hint is about.
 * @param handle of a product
 * @param variantId of that product
 * @param isSized false where the size of that variant was not chosen, and so is not hinted at
 */
export function hintPath(handle?: string, variantId?: string, isSized = true): string {
  const query = new URLSearchParams({ tab: 'hint' })
  if (handle) query.set('piece', handle)
  if (variantId) query.set('variant', variantId)
  if (!isSized) query.set('size', ANY_SIZE)
  return `/newsletter?${query}`
}
