/** How the backend names the only variant of a piece that has no choices. */
export const DEFAULT_VARIANT_TITLE = 'Default variant'

/** What stands under a piece's name in cart and order; '' where there was nothing to choose. */
export function variantLabel(line: { variant_title: string }): string {
  return line.variant_title === DEFAULT_VARIANT_TITLE ? '' : line.variant_title
}
