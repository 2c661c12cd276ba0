import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

export interface AdminCall {
  id: string
  method: string
  path: string
  ids: string[]
  /** Names of query parameters. Optional ones end with a question mark. */
  query: string[]
  body: string[]
  /** Arguments of the method: names of ids, `query`, `body`, and `file`, `{file}` or `{files}` for uploads. */
  takes: string[]
  made: { resource: string; method: string }
}

interface CallInput {
  ids?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  files?: readonly File[]
}

type Method = (...args: unknown[]) => Promise<unknown>

export function readCalls(): AdminCall[] {
  return readFileSync(join(import.meta.dirname, 'calls.txt'), 'utf8')
    .trim()
    .split('\n')
    .map(toCall)
}

/**
 * Performs a call through its SDK method.
 * @throws BackendError; UnsendableError for an invalid id or other arguments that cannot be sent
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
  const [id = '', made = '', method = '', path = '', query = '', body = ''] = line.split('|').map((cell) => cell.trim())
  const [name = '', ...takes] = made.split(' ')
  const [madeIn = '', madeBy = ''] = name.split('.')
  return {
    id,
    method,
    path,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key),
    query: query.split(' ').filter(Boolean),
    body: body.split(' ').filter(Boolean),
    takes,
    made: { resource: madeIn, method: madeBy },
  }
}
