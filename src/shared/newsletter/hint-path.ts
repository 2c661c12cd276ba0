/** The query value for a hint without a chosen size. */
export const ANY_SIZE = 'any'

/**
 * The path of the hint form, without its language. The query names the product of the hint.
 * @param handle the product's handle
 * @param variantId one of the product's variants
 * @param isSized false if the size of that variant was not chosen, so that the hint does not mention it
 */
export function hintPath(handle?: string, variantId?: string, isSized = true): string {
  const query = new URLSearchParams({ tab: 'hint' })
  if (handle) query.set('piece', handle)
  if (variantId) query.set('variant', variantId)
  if (!isSized) query.set('size', ANY_SIZE)
  return `/newsletter?${query}`
}
