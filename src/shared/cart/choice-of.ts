import type { LineItem } from './cart.ts'

/** The backend's title of the only variant of a product without options. */
export const DEFAULT_VARIANT_TITLE = 'Default variant'

/** A number with its unit. */
const LENGTH = /^\d.*\p{L}$/u

/**
 * The chosen options of a line as cart and order show them: metal and size, such as `White gold` and `Size 6`. A
 * length, such as `45 cm`, needs no word before it. A variant whose options are no longer known is shown by its title.
 * @returns an empty list if the product has no options
 */
export function choiceOf(
  { variant_title: title, color, size }: Pick<LineItem, 'variant_title' | 'color' | 'size'>,
  nameSize: (size: string) => string,
): string[] {
  const named = [color ?? '', size && !LENGTH.test(size) ? nameSize(size) : (size ?? '')].filter(Boolean)
  return named.length > 0 || title === DEFAULT_VARIANT_TITLE ? named : [title].filter(Boolean)
}
