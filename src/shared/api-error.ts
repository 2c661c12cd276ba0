import { Type, type Static } from 'typebox'

/** `message` is for the shopper, in their language; `details` is for developers. */
export const ApiError = Type.Object({
  statusCode: Type.Integer(),
  message: Type.String(),
  details: Type.Optional(Type.Unknown()),
})
export type ApiError = Static<typeof ApiError>
