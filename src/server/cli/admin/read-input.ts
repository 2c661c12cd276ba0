import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

import { CommandError } from '../operator-command.ts'
import type { Action, ActionInput } from './action.ts'

/** The arguments after the name of an action. */
export interface Typed extends Pick<ActionInput, 'ids' | 'options' | 'data' | 'files'> {
  help: boolean
  json: boolean
  all: boolean
  yes: boolean
}

const OURS = {
  help: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  query: { type: 'string', multiple: true, default: [] as string[] },
  data: { type: 'string' },
  file: { type: 'string', multiple: true, default: [] as string[] },
} as const

/**
 * Parses the arguments of an action and reads its files.
 * @throws CommandError for an argument that is missing or unknown, and for a file that cannot be read
 */
export function readInput(action: Action, args: string[]): Typed {
  const named = Object.fromEntries(
    [...action.ids, ...action.options]
      .filter((name) => /^\w+$/.test(name) && !(name in OURS))
      .map((name) => [name, { type: 'string', multiple: true } as const]),
  )
  const values = parse(action, args, named)
  const given = values as unknown as Record<string, string[] | undefined>
  const { help, json, all, yes } = values
  const typed = { help, json, all, yes }
  if (help) return { ...typed, ids: {}, options: {}, data: {}, files: [] }
  if (action.isStrict && values.query.length > 0) throw notTaken(action, '--query')
  const idsAndOptions = {
    ids: Object.fromEntries(action.ids.map((name) => [name, idOf(action, name, given[name]?.[0])])),
    options: {
      ...optionsOf(
        action.options.filter((name) => !action.ids.includes(name)),
        given,
      ),
      ...Object.fromEntries(values.query.map(toPair)),
    },
  }
  return { ...typed, ...idsAndOptions, data: dataOf(action, values.data), files: filesOf(action, values.file) }
}

function parse(action: Action, args: string[], named: Record<string, { type: 'string'; multiple: true }>) {
  try {
    return parseArgs({ args: joinDashed(withId(action, args)), options: { ...named, ...OURS } }).values
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split(/\. |\n/)[0]}; ${helpHint(action)}`, { cause: error })
  }
}

/** An order may be named without `--id`: `orders capture K7QM-4T2X-5`. */
function withId({ resource, ids }: Action, args: string[]): string[] {
  const isNamed = resource === 'orders' && ids[0] === 'id' && args[0] !== undefined && !args[0].startsWith('-')
  return isNamed ? ['--id', ...args] : args
}

/** Joins `--order -created_at` to one argument, since no options have a single dash. */
function joinDashed([first, second, ...rest]: string[]): string[] {
  if (first === undefined) return []
  if (second === undefined) return [first]
  const isPair = /^--[^=]+$/.test(first) && /^-[^-]/.test(second)
  return isPair ? [`${first}=${second}`, ...joinDashed(rest)] : [first, ...joinDashed([second, ...rest])]
}

function idOf({ resource, name: action }: Action, name: string, value: string | undefined): string {
  if (value && !/^\.+$/.test(value)) return value
  throw new CommandError(`${resource} ${action} needs --${name}.`)
}

/**
 * Collects option values. An option that is given once has a single value, one that is given several times has a list.
 */
function optionsOf(names: readonly string[], given: Record<string, string[] | undefined>): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = given[name]
      return values ? [[name, values.length === 1 ? values[0] : values]] : []
    }),
  )
}

function toPair(text: string): [string, string] {
  const end = text.indexOf('=')
  if (end > 0) return [text.slice(0, end), text.slice(end + 1)]
  throw new CommandError(`--query is a name and a value such as limit=5, not "${text}".`)
}

function notTaken(action: Action, argument: string): CommandError {
  const { resource, name } = action
  return new CommandError(`${resource} ${name} takes no ${argument}, and nothing was done; ${helpHint(action)}`)
}

function helpHint({ resource, name }: Action): string {
  return `"npm run admin -- ${resource} ${name} --help" lists what may be said.`
}

function dataOf(action: Action, path: string | undefined): Record<string, unknown> {
  const { resource, name, data } = action
  const needed = data.filter((field) => !field.endsWith('?'))
  if (path === undefined) {
    if (needed.length === 0) return {}
    throw new CommandError(`${resource} ${name} needs --data with ${needed.join(', ')}.`)
  }
  if (action.isStrict && data.length === 0) throw notTaken(action, '--data')
  const value = parseJson(path, readBytes(path === '-' ? 0 : path, path).toString())
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError(`${path} holds no JSON object.`)
  const unknown = Object.keys(value).find((field) => !data.includes(field) && !data.includes(`${field}?`))
  if (action.isStrict && unknown !== undefined) throw notTaken(action, `"${unknown}" in its data`)
  const missing = needed.find((field) => !(field in value))
  if (action.isStrict && missing !== undefined)
    throw new CommandError(`${resource} ${name} needs ${missing} in its data.`)
  return value as Record<string, unknown>
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${(error as Error).message}.`, { cause: error })
  }
}

function filesOf(action: Action, paths: readonly string[]): File[] {
  const { resource, name, takesFiles } = action
  if (!takesFiles && paths.length > 0) throw notTaken(action, '--file')
  if (takesFiles && paths.length === 0) throw new CommandError(`${resource} ${name} needs --file.`)
  return paths.map((path) => new File([new Uint8Array(readBytes(path, path))], basename(path), { type: typeOf(path) }))
}

const TYPES: Record<string, string> = {
  avif: 'image/avif',
  csv: 'text/csv',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  webp: 'image/webp',
}

function typeOf(path: string): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}

function readBytes(from: string | number, path: string): Buffer {
  try {
    return readFileSync(from)
  } catch (error) {
    throw new CommandError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error })
  }
}
