import type { AdminClient } from '#server/medusa/admin/admin-client.ts'
import { performCall, readCalls, type CallInput, type AdminCall } from '#server/medusa/admin/calls.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { PriceUnit } from '#shared/money/to-hundredths.ts'

import { UnclearError, asMessage } from './operations/compensation/carry-out.ts'
import type { Actor } from './with-admin-client.ts'

/** What an operator can type: a call of the backend's, or an operation of several. */
export interface Action {
  /** Such as `orders`. */
  resource: string
  /** Such as `capture`. */
  name: string
  /** One line of the help. */
  about: string
  /** Names of the ids that it cannot do without. */
  ids: readonly string[]
  /** Names of what may be said besides. */
  options: readonly string[]
  /** Names in the data; a question mark ends those that need not be there. */
  data: readonly string[]
  takesFiles: boolean
  /** Changes nothing. */
  reads: boolean
  /** Answers page after page. */
  hasPages: boolean
  /** Takes nothing but what it names: what it does not understand may be what the operator meant. */
  isStrict: boolean
  /** What it deletes is gone: the operator is asked first. */
  deletes: boolean
  /** Whose it is; a newcomer has no key, and proves who they are by what they type. */
  actor: Actor
  run(adminClient: AdminClient, input: ActionInput): Promise<unknown>
}

export interface ActionInput extends Required<Omit<CallInput, 'body' | 'query'>> {
  /** What was said besides the ids. */
  options: Record<string, unknown>
  data: Record<string, unknown>
  priceUnit: PriceUnit
  /** Told, line by line, what goes on. */
  log: (line: string) => void
  /** @returns whether the operator agrees */
  ask: (asked: string) => Promise<boolean>
}

/** Every call of the backend, as it may be typed. */
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
    // The backend knows more fields than its contract names, and refuses those that it does not know.
    isStrict: false,
    deletes: call.method === 'DELETE',
    actor: 'staff',
    async run({ admin }, { options, data, ids, files }) {
      try {
        return await performCall(admin, call, { ids, files, query: options, body: data })
      } catch (error) {
        throw call.method === 'GET' ? error : noticesOfWrite(error)
      }
    },
  }
}

function noticesOfWrite(error: unknown): unknown {
  if (!(error instanceof BackendError) || !error.mayHaveWorked) return error
  const message = `${asMessage(error)} It may have been done all the same; look before you ask again.`
  return new UnclearError(message, { cause: error })
}
