/** What the address says in place of a size. */
export const ANY_SIZE = 'any'

/**
 * Path of the hint page, without the locale; its query names the subject.
 * @param handle of a product
 * @param variantId of that product
 * @param isSized false if the size of that variant was not chosen and so is not part of the hint
 */
export function hintPath(handle?: string, variantId?: string, isSized = true): string {
  const query = new URLSearchParams({ tab: 'hint' })
  if (handle) query.set('piece', handle)
  if (variantId) query.set('variant', variantId)
  if (!isSized) query.set('size', ANY_SIZE)
  return `/newsletter?${query}`
}
