import type { Translate } from '#server/http/translations.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'

/** Pages get the finished text, `Delivery from C$12.00`, so that their scripts need none of it; null if unknown. */
export function writeDelivery(
  translate: Translate,
  locale: Locale,
  { currency_code: currency }: { currency_code: string },
  cheapest: { amount: number | null; insured: boolean } | null | undefined,
): string | null {
  if (!cheapest || cheapest.amount === null) return null
  const { amount, insured } = cheapest
  if (amount > 0)
    return translate(locale, /*i18n*/ 'Delivery from {amount}', { amount: formatMoney(amount, currency, locale) })
  return insured ? translate(locale, /*i18n*/ 'Free insured delivery') : translate(locale, /*i18n*/ 'Free delivery')
}

export function writeReturns(translate: Translate, locale: Locale, days: number): string {
  return translate(locale, /*i18n*/ '{days}-day returns', { days })
}
