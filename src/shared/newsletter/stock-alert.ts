import { Type, type Static } from 'typebox'

import { LOCALES } from '../i18n/locale.ts'

/** A request for one email when a sold-out variant is back in stock. */
export const BackInStock = Type.Object(
  {
    variant_id: Type.String({ pattern: '^variant_[A-Za-z0-9]{1,64}$' }),
    email: Type.String({ maxLength: 320 }),
    lang: Type.Optional(Type.Enum([...LOCALES])),
    /** Hidden form field: people leave it empty, bots fill it in. */
    website: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  { additionalProperties: false },
)
export type BackInStock = Static<typeof BackInStock>

export const ConfirmStockAlerts = Type.Object(
  { token: Type.String({ maxLength: 300 }) },
  { additionalProperties: false },
)

export const Done = Type.Object({ done: Type.Literal(true) })

/** The requests of one address: the data of the page that a link in an email opens. */
export interface StockAlertsView {
  link: 'good' | 'damaged'
  /** Masked, because the email may have been forwarded; null if the address has no requests. */
  address: string | null
  /** `path` is the page of the variant without its locale; null if it is not sold any more. */
  products: { name: string; path: string | null; isConfirmed: boolean }[]
}
