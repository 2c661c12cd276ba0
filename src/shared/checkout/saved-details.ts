import { Type, type Static } from 'typebox'

import { Address } from '../cart/cart.ts'

export const IsDefault = Type.Boolean({ description: 'whether checkout begins with it' })

export const SavedAddress = Type.Object({
  id: Type.String(),
  address: Address,
  is_default_shipping: IsDefault,
  is_default_billing: IsDefault,
})
export type SavedAddress = Static<typeof SavedAddress>

export const SavedDetails = Type.Object({
  email: Type.String(),
  addresses: Type.Array(SavedAddress, { description: 'the default delivery address first' }),
})
export type SavedDetails = Static<typeof SavedDetails>
