import type { LineItem } from './cart.ts'

/** The backend's title of the only variant of a product without options. */
export const DEFAULT_VARIANT_TITLE = 'Default variant'

const LENGTH = /^\d.*\p{L}$/u

/**
 * Such as `White gold`, `Size 6` and `Stone color: Blue`. A length, such as `45 cm`, needs no word before it. A variant
 * whose options are no longer known is shown by its title.
 */
export function choiceOf(
  { variant_title: title, color, size, options }: Pick<LineItem, 'variant_title' | 'color' | 'size' | 'options'>,
  nameSize: (size: string) => string,
): string[] {
  const sized = size && !LENGTH.test(size) ? nameSize(size) : size
  const named = [color, sized, ...options].flatMap((part) => part || [])
  return named.length > 0 || title === DEFAULT_VARIANT_TITLE ? named : [title].filter(Boolean)
}
