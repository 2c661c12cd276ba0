import { Type, type Static } from 'typebox'

import { LOCALES } from '../i18n/locale.ts'

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

export interface StockAlertsView {
  link: 'good' | 'damaged'
  /** Masked, because the email may have been forwarded; null if the address has no requests. */
  address: string | null
  /** `path` has no locale; null if the variant is not sold any more. */
  products: { name: string; path: string | null; isConfirmed: boolean }[]
}
