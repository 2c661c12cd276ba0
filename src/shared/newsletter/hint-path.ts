/**
 * The page where a hint is given, without its language; its query says what the hint is about.
 * @param handle of a piece
 * @param variantId of that piece
 */
export function hintPath(handle?: string, variantId?: string): string {
  const query = new URLSearchParams({ tab: 'hint' })
  if (handle) query.set('piece', handle)
  if (variantId) query.set('variant', variantId)
  return `/newsletter?${query}`
}
