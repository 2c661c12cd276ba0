import { Type, type Static } from 'typebox'

import { LOCALES } from '../i18n/locale.ts'

export const BackInStock = Type.Object(
  {
    variant_id: Type.String({ pattern: '^variant_[A-Za-z0-9]{1,64}$' }),
    email: Type.String({ maxLength: 320 }),
    lang: Type.Optional(Type.Enum([...LOCALES])),
    /** For bots: people leave it empty. */
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
  /** Masked, because the email may have been forwarded. */
  address: string | null
  products: { name: string; path: string | null; isConfirmed: boolean }[]
}
