import { Type, type TSchema } from 'typebox'

/** Null is Medusa's value for an absent field. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}
