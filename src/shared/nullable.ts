import { Type, type TSchema } from 'typebox'

/** A schema that also accepts null, which is Medusa's value for an absent field. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}
