import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'
import { ADDRESS_FIELDS } from './address-fields.ts'

const Field = Type.Enum([...ADDRESS_FIELDS])

/** The address format of one country. */
export const AddressForm = Type.Object({
  /** ISO 3166, upper case. */
  country: Type.String(),
  /** The fields in the order in which the country writes them. */
  fields: Type.Array(Field),
  required: Type.Array(Field),
  /** The local kinds of these fields, such as `prefecture`, `zip` or `post_town`. */
  kinds: Type.Object({ province: Type.String(), postal_code: Type.String(), city: Type.String() }),
  /** `pattern` matches the whole code, ignoring case. Null if any code is accepted. */
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
