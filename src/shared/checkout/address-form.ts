import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'
import { ADDRESS_FIELDS } from './address-fields.ts'

const Field = Type.Enum([...ADDRESS_FIELDS])

export const AddressForm = Type.Object({
  /** ISO 3166, upper case. */
  country: Type.String(),
  fields: Type.Array(Field),
  required: Type.Array(Field),
  /** Such as `prefecture`, `zip` or `post_town`. */
  kinds: Type.Object({ province: Type.String(), postal_code: Type.String(), city: Type.String() }),
  /** Ignores case. Null if any code is accepted. */
  postal_code: nullable(Type.Object({ pattern: Type.String(), example: Type.String() })),
  /** Empty if a province is typed instead of chosen. */
  provinces: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      codes: Type.Optional(Type.String({ description: 'a pattern of how its postal codes begin' })),
    }),
  ),
})
export type AddressForm = Static<typeof AddressForm>
