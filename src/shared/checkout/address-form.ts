import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'
import { ADDRESS_FIELDS } from './address-fields.ts'

const Field = Type.Enum([...ADDRESS_FIELDS])

/** How an address is written in one country. */
export const AddressForm = Type.Object({
  /** ISO 3166, upper case. */
  country: Type.String(),
  /** In the order in which people there write them. */
  fields: Type.Array(Field),
  required: Type.Array(Field),
  /** What people there call these: `prefecture`, `zip`, `post_town`. */
  kinds: Type.Object({ province: Type.String(), postal_code: Type.String(), city: Type.String() }),
  /** A pattern of the whole code, case-insensitive; null if any text is valid. */
  postal_code: nullable(Type.Object({ pattern: Type.String(), example: Type.String() })),
  /** Empty if a province is typed, not chosen. */
  provinces: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
})
export type AddressForm = Static<typeof AddressForm>
