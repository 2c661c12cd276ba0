/** Every logo of a way to pay that the shop can draw, in the order in which they stand. */
export const PAYMENT_LOGOS = ['Amex', 'Apple Pay', 'Google Pay', 'Maestro', 'Mastercard', 'PayPal', 'Visa'] as const
export type PaymentLogo = (typeof PAYMENT_LOGOS)[number]

/**
 * The logos of what is taken in a region, once each.
 * @param providers ids of the region's payment providers
 * @param logosOf by a provider's id: what it takes, as the operator says
 */
export function logosOfProviders(
  providers: readonly string[],
  logosOf: Readonly<Record<string, readonly PaymentLogo[]>>,
): PaymentLogo[] {
  const taken = new Set(providers.flatMap((id) => logosOf[id] ?? []))
  return PAYMENT_LOGOS.filter((logo) => taken.has(logo))
}
