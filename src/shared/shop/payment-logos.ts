/** In the order of display. */
export const PAYMENT_LOGOS = ['Amex', 'Apple Pay', 'Google Pay', 'Maestro', 'Mastercard', 'PayPal', 'Visa'] as const
export type PaymentLogo = (typeof PAYMENT_LOGOS)[number]

export function logosOfProviders(
  providers: readonly string[],
  logosOf: Readonly<Record<string, readonly PaymentLogo[]>>,
): PaymentLogo[] {
  const accepted = new Set(providers.flatMap((id) => logosOf[id] ?? []))
  return PAYMENT_LOGOS.filter((logo) => accepted.has(logo))
}
