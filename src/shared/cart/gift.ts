import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'
import { MOST_CARD_TEXT } from './card-text.ts'

export const Gift = Type.Object({
  wrap: Type.Boolean(),
  message: nullable(Type.String({ description: 'the text of the card; lines are separated by \\n' })),
  hide_prices: Type.Boolean({ description: 'true if the packing list has no prices' }),
  needed_by: nullable(Type.String({ description: 'ISO day on which the parcel has to be there at the latest' })),
})
export type Gift = Static<typeof Gift>

export const TypedGift = Type.Object(
  {
    wrap: Type.Optional(Type.Boolean()),
    // Control characters are rejected, except for line breaks.
    message: Type.Optional(
      nullable(
        Type.String({
          maxLength: 2 * MOST_CARD_TEXT,
          pattern: '^[^\\u0000-\\u0009\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
        }),
      ),
    ),
    hide_prices: Type.Optional(Type.Boolean()),
    needed_by: Type.Optional(nullable(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }))),
  },
  { additionalProperties: false },
)
export type TypedGift = Static<typeof TypedGift>
