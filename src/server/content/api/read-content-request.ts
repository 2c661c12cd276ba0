import { ContentError } from '#content/content-error.ts'
import type { ContentQuery } from '#content/query/content-query.ts'
import { decodeParams, readParams } from '#content/request/encode-params.ts'

export interface ContentRequest {
  /** As it travelled; the hash in the address is not compared with it. */
  params: ContentQuery
  /** The version of the content that the asker knows; empty where the address names none. */
  integrity: string
}

/** Of the parameters of one question, as JSON; those of our own pages have a few hundred. */
const MOST_BYTES = 4096
/** The same as base64 in segments of a path, after a hash and a version. */
const MOST_CHARACTERS = Math.ceil((MOST_BYTES * 4) / 3) + MOST_BYTES / 64 + 300

/**
 * Reads what is asked for. Nothing is remembered from one question to the next: the parameters are those of this
 * address, or none.
 * @param path what follows `query/` or `navigation/`: `{hash}.{integrity}.json`, `{hash}.{integrity}/{encoded}.json`,
 *   or in development `_/{encoded}.json`, `{hash}`, or nothing at all
 * @param query of which only `_params` counts, decoded once
 * @throws ContentError 400 where the parameters cannot be read, or have more than 4096 bytes
 */
export function readContentRequest(path: string, { _params: json }: { _params?: unknown }): ContentRequest {
  if (path.length > MOST_CHARACTERS) refuseLength()
  const [name = '', ...encoded] = path.replace(/\.json$/, '').split('/')
  const [, integrity = ''] = name.split('.')
  if (encoded.length > 0) return { params: readShort(decodeParams(encoded.join('/'))), integrity }
  if (json === undefined) return { params: {}, integrity }
  if (typeof json !== 'string') throw new ContentError(400, 'There is more than one _params in the address.')
  return { params: readShort(json), integrity }
}

function readShort(json: string): ContentQuery {
  if (json.length > MOST_BYTES || Buffer.byteLength(json) > MOST_BYTES) refuseLength()
  return readParams(json)
}

function refuseLength(): never {
  throw new ContentError(400, `The parameters have more than ${MOST_BYTES} bytes.`)
}
