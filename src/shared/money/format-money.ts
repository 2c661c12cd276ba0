import type { Locale } from '../i18n/locale.ts'

const SYMBOLS = new Map(
  Object.entries({
    USD: '$',
    EUR: '€',
    GBP: '£',
    ILS: '₪',
    CAD: 'C$',
    AUD: 'A$',
    JPY: '¥',
    RUB: '₽',
    INR: '₹',
    CNY: '¥',
  }),
)

const NO_BREAK_SPACE = '\u00a0'

/** Intl is not used, because its spaces differ between Node and browsers, which breaks hydration. */
const FORMS: Record<Locale, { group: string; decimal: string; place(sum: string, currency: string): string }> = {
  en: {
    group: ',',
    decimal: '.',
    place(sum, currency) {
      const symbol = SYMBOLS.get(currency)
      return symbol ? `${symbol}${sum}` : `${currency}${NO_BREAK_SPACE}${sum}`
    },
  },
  ru: {
    group: NO_BREAK_SPACE,
    decimal: ',',
    place: (sum, currency) => `${sum}${NO_BREAK_SPACE}${SYMBOLS.get(currency) ?? currency}`,
  },
}

/** `$1,234.50`, `CHF 99.00`, `−1 234,50 $`. `currency` is in either case. */
export function formatMoney(hundredths: number, currency: string, locale: Locale): string {
  const { group, decimal, place } = FORMS[locale]
  const [whole = '0', cents = '00'] = toDecimal(Math.abs(hundredths)).split('.')
  const sum = `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${decimal}${cents}`
  return `${hundredths < 0 ? '−' : ''}${place(sum, currency.toUpperCase())}`
}

/** `EUR €`, `CHF` */
export function currencyLabel(currency: string): string {
  const symbol = SYMBOLS.get(currency)
  return symbol ? `${currency} ${symbol}` : currency
}

/** For machines (JSON-LD): `1234.50`. */
export function toDecimal(hundredths: number): string {
  const size = Math.abs(Math.round(hundredths))
  const sign = hundredths < 0 && size > 0 ? '-' : ''
  return `${sign}${Math.trunc(size / 100)}.${String(size % 100).padStart(2, '0')}`
}
