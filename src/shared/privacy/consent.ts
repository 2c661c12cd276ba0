import { Type, type Static } from 'typebox'

export const ConsentChoice = Type.Enum(['accepted', 'rejected'])
export type ConsentChoice = Static<typeof ConsentChoice>

/** `id` is random and does not identify the visitor. */
export const ConsentRecord = Type.Object(
  {
    choice: ConsentChoice,
    version: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
    id: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  },
  { additionalProperties: false },
)
export type ConsentRecord = Static<typeof ConsentRecord>
