import { nameCountries, type NamedCountry } from '#shared/country/address-lines.ts'
import { DEFAULT_LOCALE, isLocale } from '#shared/i18n/locale.ts'
import type { Order } from '#shared/order/order.ts'

/** An order as a page shows it. */
export interface ShownOrder {
  order: Order | null
  /** Country of the address, named in the page's locale. */
  country: NamedCountry | null
}

/** @param lang as the page's address says it */
export function toShownOrder(order: Order | null, lang: string | undefined): ShownOrder {
  const locale = isLocale(lang) ? lang : DEFAULT_LOCALE
  const code = order?.shipping_address?.country_code?.toUpperCase()
  return { order, country: (code && nameCountries([code], locale)[0]) || null }
}
