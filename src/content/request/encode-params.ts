import type { ContentQuery } from '#shared/content/content-source.ts'

import { ContentError } from '../content-error.ts'

/** Some servers and file systems reject longer names. */
const SEGMENT = /.{1,100}/g

export function writeParams(params: ContentQuery): string {
  return JSON.stringify(toWire(params))
}

/** Regular expressions stay text. Throws ContentError 400 if the JSON is no object. */
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

/** A regular expression becomes the text `--REGEX /source/flags`, at any depth. */
export function toWire(params: unknown): unknown {
  if (params instanceof RegExp) return `--REGEX ${params}`
  if (Array.isArray(params)) return params.map(toWire)
  if (typeof params !== 'object' || params === null) return params
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, toWire(value)]))
}

export function encodeParams(params: ContentQuery): string {
  const characters = toBase64(new TextEncoder().encode(writeParams(params)))
  return (characters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '').match(SEGMENT) ?? []).join('/')
}

/** Returns the JSON. Throws ContentError 400. */
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

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Throws DOMException if the text is not base64. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
