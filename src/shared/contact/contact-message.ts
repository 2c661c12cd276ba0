import { Type, type Static } from 'typebox'

import { LOCALES } from '../i18n/locale.ts'
import { nullable } from '../nullable.ts'

/** The limits are generous: what a shopper can correct is refused beside its field. */
export const ContactMessage = Type.Object(
  {
    name: Type.String({ maxLength: 1000 }),
    email: Type.String({ maxLength: 320 }),
    message: Type.String({ maxLength: 20_000 }),
    /** Passed on and not looked up. */
    order: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
    product: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    lang: Type.Optional(Type.Enum([...LOCALES])),
    /** For bots: people leave it empty. */
    website: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  { additionalProperties: false },
)
export type ContactMessage = Static<typeof ContactMessage>
