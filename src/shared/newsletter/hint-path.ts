export const ANY_SIZE = 'any'

/** Without its language. `isSized` is false if the size was not chosen. */
export function hintPath(handle?: string, variantId?: string, isSized = true): string {
  const query = new URLSearchParams({ tab: 'hint' })
  if (handle) query.set('piece', handle)
  if (variantId) query.set('variant', variantId)
  if (!isSized) query.set('size', ANY_SIZE)
  return `/newsletter?${query}`
}
