import type { ContentQuery, ContentSource, NavigationNode } from '#shared/content/content-source.ts'

import { ContentError } from '../content-error.ts'
import type { ContentDocument } from '../document.ts'
import { contentAddress, snapshotAddress, type AddressOptions, type ContentKind } from './content-address.ts'

export interface ContentClientOptions extends AddressOptions {
  fetch?: typeof fetch
}

export interface ContentSnapshot {
  version: string
  documents: ContentDocument[]
}

const NOT_FOUND = 'Not found'
const EXPECTED_LIST = 'Expected an array'

/**
 * The same results as the engine in process. Throws ContentError for an invalid query, no match or an HTML page,
 * TypeError for an unexpected shape.
 */
export function createContentClient({ fetch: load = fetch, ...address }: ContentClientOptions): ContentSource {
  const ask = (kind: ContentKind, params: ContentQuery) => getJson(load, contentAddress(kind, params, address))
  return {
    query: async (params) => {
      const answer = await ask('query', params)
      return params.count || (params.first && !params.surround) ? answer : expectList(answer)
    },
    navigation: async (params) => expectList(await ask('navigation', params)) as NavigationNode[],
  }
}

export async function fetchSnapshot({
  fetch: load = fetch,
  ...address
}: ContentClientOptions): Promise<ContentSnapshot> {
  const snapshot = (await getJson(load, snapshotAddress(address))) as Partial<ContentSnapshot> | null
  return { version: String(snapshot?.version), documents: expectList(snapshot?.documents) as ContentDocument[] }
}

async function getJson(load: typeof fetch, address: string): Promise<unknown> {
  const response = await load(address, { headers: { accept: 'application/json' } })
  const text = await response.text()
  // A server without this route may respond with an HTML page and status 200.
  if (/^\s*<!DOCTYPE html>/i.test(text)) throw new ContentError(404, NOT_FOUND)
  if (response.ok) return JSON.parse(text)
  const { message = '', details } = readHttpError(text)
  const { status } = response
  if (status === 400 || status === 404) throw new ContentError(status, message, { data: details })
  throw new Error(`Content could not be fetched (${status}): ${message}`)
}

function readHttpError(text: string): { message?: string; details?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as { message?: string; details?: unknown }
  } catch {
    return { message: text.slice(0, 200) }
  }
}

function expectList(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer
  throw new TypeError(EXPECTED_LIST)
}
