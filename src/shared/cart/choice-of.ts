import type { LineItem } from './cart.ts'

/** How the backend names the only variant of a product that has no choices. */
export const DEFAULT_VARIANT_TITLE = 'Default variant'

/**
 * What was chosen of a product, wherever cart and order name it: its metal and its size, `White gold` and `Size 6`.
 * What the shop no longer knows goes by the name that its variant had; none where there was nothing to choose.
 */
export function choiceOf(
  { variant_title: title, color, size }: Pick<LineItem, 'variant_title' | 'color' | 'size'>,
  nameSize: (size: string) => string,
): string[] {
  const named = [color ?? '', size ? nameSize(size) : ''].filter(Boolean)
  return named.length > 0 || title === DEFAULT_VARIANT_TITLE ? named : [title].filter(Boolean)
}
