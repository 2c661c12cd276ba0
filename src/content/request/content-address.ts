import type { ContentQuery } from '../query/content-query.ts'
import { encodeParams, writeParams } from './encode-params.ts'
import { hashParams } from './hash-params.ts'

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
