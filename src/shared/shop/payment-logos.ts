/** Every payment logo that the shop can show, in the order of display. */
export const PAYMENT_LOGOS = ['Amex', 'Apple Pay', 'Google Pay', 'Maestro', 'Mastercard', 'PayPal', 'Visa'] as const
export type PaymentLogo = (typeof PAYMENT_LOGOS)[number]

/**
 * The logos of the payment methods that a region accepts, without duplicates.
 * @param providers ids of the region's payment providers
 * @param logosOf the operator's setting: the logos of each provider, by its id
 */
export function logosOfProviders(
  providers: readonly string[],
  logosOf: Readonly<Record<string, readonly PaymentLogo[]>>,
): PaymentLogo[] {
  const accepted = new Set(providers.flatMap((id) => logosOf[id] ?? []))
  return PAYMENT_LOGOS.filter((logo) => accepted.has(logo))
}
