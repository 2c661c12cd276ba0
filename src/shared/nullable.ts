import { Type, type TSchema } from 'typebox'

/** A schema that also takes null: how Medusa says "absent". */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}
