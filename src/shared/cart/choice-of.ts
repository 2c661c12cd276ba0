import type { LineItem } from './cart.ts'

/** How the backend names the only variant of a product that has no choices. */
export const DEFAULT_VARIANT_TITLE = 'Default variant'

/**
 * The chosen metal and size of a product, as cart and order show them: `White gold` and `Size 6`.
 * A product that the shop no longer knows uses its variant's name; empty if there was nothing to choose.
 */
export function choiceOf(
  { variant_title: title, color, size }: Pick<LineItem, 'variant_title' | 'color' | 'size'>,
  nameSize: (size: string) => string,
): string[] {
  const named = [color ?? '', size ? nameSize(size) : ''].filter(Boolean)
  return named.length > 0 || title === DEFAULT_VARIANT_TITLE ? named : [title].filter(Boolean)
}
