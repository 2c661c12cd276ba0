import { ContentError } from '../content-error.ts'
import type { ContentDocument } from '../document.ts'
import type { ContentQuery, ContentSource, NavigationNode } from '../query/content-query.ts'
import { contentAddress, snapshotAddress, type AddressOptions, type ContentKind } from './content-address.ts'

export interface ContentClientOptions extends AddressOptions {
  fetch?: typeof fetch
}

/** Every document that the asker may see, as of one version. */
export interface ContentSnapshot {
  version: string
  documents: ContentDocument[]
}

const NOT_FOUND = 'Not found'
const EXPECTED_LIST = 'Expected an array'

/**
 * Asks for content over HTTP; the answers are those of the engine in process.
 * @returns a source that throws ContentError for a question that is wrong or finds nothing, and for an answer that is
 *   a page (`Not found`); TypeError for one of another shape than was asked for
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

/** Fetches all of it at once, for an engine of the browser's own. */
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
  // A server that knows no such address answers with its page, and may call that a success.
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
