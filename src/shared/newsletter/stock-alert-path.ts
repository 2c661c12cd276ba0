/**
 * The path of the page that asks for the address without JavaScript, without its locale.
 * @param handle the product's handle
 * @param variantId one of the product's variants
 */
export function stockAlertPath(handle: string, variantId: string): string {
  return `/back-in-stock?${new URLSearchParams({ piece: handle, variant: variantId })}`
}
