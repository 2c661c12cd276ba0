import type { Locale } from '#shared/i18n/locale.ts'

/** Something that everybody has in their pocket, and knows how large it is. */
export interface Coin {
  /** What it says. */
  face: string
  /** mm */
  diameter: number
}

const RUBLE: Coin = { face: '1 ₽', diameter: 20.5 }
const QUARTER: Coin = { face: '25¢', diameter: 24.26 }

const COINS: Record<string, Coin> = {
  USD: QUARTER,
  GBP: { face: '£1', diameter: 23.43 },
  EUR: { face: '€1', diameter: 23.25 },
  CAD: { face: '25¢', diameter: 23.88 },
  AUD: { face: '$1', diameter: 25 },
  ILS: { face: '₪1', diameter: 18 },
  JPY: { face: '¥100', diameter: 22.6 },
  CHF: { face: '1 Fr.', diameter: 23.2 },
}

/** The coin that a reader knows best: by the language where it tells, else by what they pay in (ISO 4217). */
export function coinFor(locale: Locale, currency: string): Coin {
  return locale === 'ru' ? RUBLE : (COINS[currency] ?? QUARTER)
}
