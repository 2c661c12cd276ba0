import type { ContentQuery } from '../query/content-query.ts'
import { toBase64 } from './base64.ts'
import { encodeParams, writeParams } from './encode-params.ts'
import { sha256 } from './sha256.ts'

export const CONTENT_BASE = '/api/_content'

export type ContentKind = 'query' | 'navigation'

export interface AddressOptions {
  /** The version of the content that the asker knows; while it is the present one, the answer may be kept. */
  integrity: string
  /** Encodes the question in the path, for edges that strip query strings; no token can travel then. */
  inPath?: boolean
  previewToken?: string | undefined
}

/** The address at which a question is answered. */
export function contentAddress(kind: ContentKind, params: ContentQuery, options: AddressOptions): string {
  const { integrity, inPath = false, previewToken } = options
  const named = `${CONTENT_BASE}/${kind}/${hashParams(params)}.${integrity}`
  if (inPath) return `${named}/${encodeParams(params)}.json`
  const query = new URLSearchParams({ _params: writeParams(params), ...(previewToken && { previewToken }) })
  return `${named}.json?${query}`
}

/** Where every document that the asker may see is had at once. */
export function snapshotAddress({ integrity, previewToken }: Omit<AddressOptions, 'inPath'>): string {
  const query = previewToken ? `?${new URLSearchParams({ previewToken })}` : ''
  return `${CONTENT_BASE}/cache.${integrity}.json${query}`
}

const LENGTH = 10

/**
 * The name of a question in its address: ten characters that depend on what it says, not on the order of its keys.
 * @param params plain data and regular expressions
 */
export function hashParams(params: unknown): string {
  return digestText(hashText(params)).slice(0, LENGTH)
}

/** @returns the SHA-256 of a text in base64 without `+`, `/` and `=`: dropped, not replaced */
export function digestText(text: string): string {
  return toBase64(sha256(text)).replaceAll(/[+/=]/g, '')
}

/** The text that is hashed: types and lengths stand in it, so that no two questions read alike. */
export function hashText(value: unknown): string {
  if (value === undefined) return 'Undefined'
  if (value === null) return 'Null'
  if (value instanceof RegExp) return `regex:${value}`
  if (Array.isArray(value)) return `array:${value.length}:${value.map(hashText).join('')}`
  if (typeof value === 'object') return objectText(value as Record<string, unknown>)
  if (typeof value === 'string') return `string:${value.length}:${value}`
  if (typeof value === 'boolean') return `bool:${value}`
  return `${typeof value}:${value as number}`
}

function objectText(object: Record<string, unknown>): string {
  // By code unit, which is how texts are sorted by themselves.
  const keys = Object.keys(object).toSorted()
  return `object:${keys.length}:${keys.map((key) => `${hashText(key)}:${hashText(object[key])},`).join('')}`
}
