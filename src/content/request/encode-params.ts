import { ContentError } from '../content-error.ts'
import type { ContentQuery } from '../query/content-query.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { toWire } from './to-wire.ts'

/** Some servers and file systems refuse longer names. */
const SEGMENT = /.{1,100}/g

/** A question as it travels: JSON in which a regular expression is the text `--REGEX /source/flags`. */
export function writeParams(params: ContentQuery): string {
  return JSON.stringify(toWire(params))
}

/**
 * Reads what `writeParams` wrote; its regular expressions stay texts.
 * @param json already decoded: a per cent sign in it is one
 * @throws ContentError 400 where it is no JSON, or no object
 */
export function readParams(json: string): ContentQuery {
  let params: unknown
  try {
    params = JSON.parse(json)
  } catch (cause) {
    throw new ContentError(400, `The parameters are no JSON: ${(cause as Error).message}`)
  }
  if (typeof params === 'object' && params !== null && !Array.isArray(params)) return params
  throw new ContentError(400, `The parameters must be an object, not ${describe(params)}.`)
}

/** A question as a path: base64 of its JSON in letters that a path may hold, in segments of 100. */
export function encodeParams(params: ContentQuery): string {
  const characters = toBase64(new TextEncoder().encode(writeParams(params)))
  return (characters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '').match(SEGMENT) ?? []).join('/')
}

/**
 * The way back from `encodeParams`.
 * @returns the JSON, for `readParams`
 * @throws ContentError 400 where the path holds something else
 */
export function decodeParams(path: string): string {
  const characters = path.replaceAll('/', '').replaceAll('-', '+').replaceAll('_', '/')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(characters))
  } catch {
    throw new ContentError(400, 'The path of the address holds no encoded parameters.')
  }
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
