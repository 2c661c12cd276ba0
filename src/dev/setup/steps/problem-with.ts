import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** @returns a check of typed text against a schema, for a prompt */
export function problemWith(schema: TSchema, message: string): (text: string) => string | undefined {
  return (text) => (Value.Check(schema, text) ? undefined : message)
}
