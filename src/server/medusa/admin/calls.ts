import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { StaffApi } from './staff-api.ts'

/** One call of the back office, as it is named to an operator, made by the client, and sent. */
export interface AdminCall {
  id: string
  /** Such as `orders`. */
  resource: string
  /** Such as `create-fulfillment`. */
  action: string
  method: string
  /** With its ids in braces. */
  path: string
  /** The names of the ids, as the path has them. */
  ids: string[]
  /** Names of what may be asked along; a question mark ends those that need not be. */
  query: string[]
  body: string[]
  /** What it takes: the names of ids, `query`, `body`, and `file`, `{file}` or `{files}` where files go along. */
  takes: string[]
  /** The client's own name for it. */
  made: { resource: string; method: string }
}

export interface CallInput {
  ids?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  files?: readonly File[]
}

type Method = (...args: unknown[]) => Promise<unknown>

/** Every call that the back office knows, a line each in `calls.txt`. */
export function readCalls(): AdminCall[] {
  return readFileSync(join(import.meta.dirname, 'calls.txt'), 'utf8')
    .trim()
    .split('\n')
    .map(toCall)
}

/**
 * Makes any of them, by the method of the client that the table names.
 * @throws BackendError; UnsendableError for an id that is none, and what else cannot be sent
 */
export async function performCall(admin: StaffApi, call: AdminCall, input: CallInput): Promise<unknown> {
  const { resource, method } = call.made
  const made = (admin as unknown as Record<string, Record<string, Method>>)[resource]?.[method]
  if (!made) throw new TypeError(`The client has no ${resource}.${method}.`)
  return made(...call.takes.map((name) => argument(name, input)))
}

function argument(name: string, { ids = {}, query = {}, body = {}, files = [] }: CallInput): unknown {
  if (name === 'query') return query
  if (name === 'body') return body
  if (name === 'file') return files[0]
  if (name === '{file}') return { file: files[0] }
  if (name === '{files}') return { files }
  return ids[name] ?? ''
}

function toCall(line: string): AdminCall {
  const [id = '', command = '', made = '', method = '', path = '', query = '', body = ''] = line
    .split('|')
    .map((cell) => cell.trim())
  const [resource = '', action = ''] = command.split(' ')
  const [name = '', ...takes] = made.split(' ')
  const [madeIn = '', madeBy = ''] = name.split('.')
  return {
    id,
    resource,
    action,
    method,
    path,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key),
    query: query.split(' ').filter(Boolean),
    body: body.split(' ').filter(Boolean),
    takes,
    made: { resource: madeIn, method: madeBy },
  }
}
