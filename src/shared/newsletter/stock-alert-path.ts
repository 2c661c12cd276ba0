export function stockAlertPath(handle: string, variantId: string): string {
  return `/back-in-stock?${new URLSearchParams({ piece: handle, variant: variantId })}`
}
