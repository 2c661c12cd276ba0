import { nameCountries, type NamedCountry } from '#shared/country/address-lines.ts'
import { DEFAULT_LOCALE, isLocale } from '#shared/i18n/locale.ts'
import type { Order } from '#shared/order/order.ts'

export interface ShownOrder {
  order: Order | null
  /** The delivery country, named in the page's language. */
  country: NamedCountry | null
  /** Sent with "Order again", so that a double click adds nothing twice. */
  reorderKey: string
}

export function toShownOrder(order: Order | null, lang: string | undefined): ShownOrder {
  const locale = isLocale(lang) ? lang : DEFAULT_LOCALE
  const code = order?.shipping_address?.country_code?.toUpperCase()
  return {
    order,
    country: (code && nameCountries([code], locale)[0]) || null,
    reorderKey: `${Date.now()}.${Math.random().toString(36).slice(2)}`,
  }
}
