import type { AdminClient } from '#server/medusa/admin/admin-client.ts'
import { performCall, readCalls, type CallInput, type AdminCall } from '#server/medusa/admin/calls.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { PriceUnit } from '#shared/money/to-hundredths.ts'

import { asMessage, UnknownOutcomeError } from './operations/compensation.ts'
import type { Actor } from './with-admin-client.ts'

/** A subcommand of `npm run admin`: one call of the Admin API, or an operation of several calls. */
export interface Action {
  /** For example `orders`. */
  resource: string
  /** For example `capture`. */
  name: string
  /** One line for the help. */
  about: string
  /** Names of the required ids. */
  ids: readonly string[]
  /** Names of the optional arguments. */
  options: readonly string[]
  /** Field names of the data; a question mark ends the optional ones. */
  data: readonly string[]
  takesFiles: boolean
  /** True if it changes nothing. */
  reads: boolean
  /** True if its response is paginated. */
  hasPages: boolean
  /** Rejects unknown options and fields, since a misspelled one may be what the operator meant. */
  isStrict: boolean
  /** True if it deletes something, so that the operator has to confirm first. */
  deletes: boolean
  /** The actor whose credentials it needs. A newcomer has none and authenticates with the data that they enter. */
  actor: Actor
  run(adminClient: AdminClient, input: ActionInput): Promise<unknown>
}

export interface ActionInput extends Required<Omit<CallInput, 'body' | 'query'>> {
  /** The arguments that are not ids. */
  options: Record<string, unknown>
  data: Record<string, unknown>
  priceUnit: PriceUnit
  /** Prints a line of progress. */
  log: (line: string) => void
}

/** An action for every call of the Admin API. */
export function callActions(): Action[] {
  return readCalls().map(toAction)
}

function toAction(call: AdminCall): Action {
  return {
    resource: call.resource,
    name: call.action,
    about: `${call.method} ${call.path}`,
    ids: call.ids,
    options: call.query.map((name) => name.replace('?', '')),
    data: call.takes.includes('body') ? call.body : [],
    takesFiles: call.takes.some((name) => name.includes('file')),
    reads: call.method === 'GET',
    hasPages: call.method === 'GET' && call.query.some((name) => name.replace('?', '') === 'offset'),
    // The backend accepts more fields than its API description names, and rejects unknown ones itself.
    isStrict: false,
    deletes: call.method === 'DELETE',
    actor: 'staff',
    async run({ admin }, { options, data, ids, files }) {
      try {
        return await performCall(admin, call, { ids, files, query: options, body: data })
      } catch (error) {
        throw call.method === 'GET' ? error : toWriteError(error)
      }
    },
  }
}

/** Returns a warning that a write whose response was lost may have worked. */
function toWriteError(error: unknown): unknown {
  if (!(error instanceof BackendError) || !error.mayHaveWorked) return error
  const message = `${asMessage(error)} It may have been done all the same; look before you ask again.`
  return new UnknownOutcomeError(message, { cause: error })
}
