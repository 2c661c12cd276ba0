/**
 * The types that the specification only names, and those of our client. The compiler is the test: if a
 * type is `any` or has no fields, `npm run check` fails. The file is never run.
 */
import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

type Answer<Call> = Call extends (...args: never[]) => Promise<infer Given> ? Given : never
type Item<Thing> = NonNullable<Thing> extends readonly (infer One)[] ? One : NonNullable<Thing>
type IsTyped<Thing> = 0 extends 1 & Thing ? false : [keyof Thing] extends [never] ? false : IsClosed<Thing>
type IsClosed<Thing> = 'no such field' extends keyof Thing ? false : true

/** The methods whose responses name each resource of the specification. */
type Methods =
  | `retrieve${string}`
  | 'listChanges'
  | 'listLevels'
  | 'createCreditLine'
  | 'createServiceZone'
  | 'initiateRequest'

/** The properties of a response, or of one of its variants, whose type says nothing. */
type Faults<Given> = Given extends unknown
  ? { [Name in keyof Given]-?: IsTyped<Item<Given[Name]>> extends true ? never : Name }[keyof Given]
  : never

type FaultsOf<Resource, Method extends keyof Resource> = { [Name in Method]: Faults<Answer<Resource[Name]>> }[Method]

type Untyped = {
  [Name in keyof StaffApi]: [FaultsOf<StaffApi[Name], keyof StaffApi[Name] & Methods>] extends [never] ? never : Name
}[keyof StaffApi]

type Others = [
  Faults<Answer<StaffApi['fulfillment']['create']>>,
  Faults<Answer<StaffApi['fulfillmentProvider']['list']>>,
  Faults<Answer<StaffApi['paymentCollection']['create']>>,
  Faults<Answer<StaffApi['plugin']['list']>>,
  Faults<Answer<StaffApi['taxProvider']['list']>>,
]

/** Fails to compile with the names of untyped resources and properties, if there are any. */
type Found = [Untyped, Others[number]][number]
export const UNTYPED: [Found] extends [never] ? 'none' : Found = 'none'
