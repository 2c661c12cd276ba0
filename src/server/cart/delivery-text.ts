import type { Translate } from '#server/http/translations.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'

/** `amount` is in hundredths of `currency_code`. */
interface CheapestDelivery {
  amount: number
  insured: boolean
  currency_code: string
}

/** Pages get the finished text, `Delivery from C$12.00`, so that their scripts need none of it. */
export function writeDelivery(
  translate: Translate,
  locale: Locale,
  { amount, insured, currency_code: currency }: CheapestDelivery,
): string {
  if (amount > 0)
    return translate(locale, /*i18n*/ 'Delivery from {amount}', { amount: formatMoney(amount, currency, locale) })
  return insured ? translate(locale, /*i18n*/ 'Free insured delivery') : translate(locale, /*i18n*/ 'Free delivery')
}

export function writeReturns(translate: Translate, locale: Locale, days: number): string {
  return translate(locale, /*i18n*/ '{days}-day returns', { days })
}
