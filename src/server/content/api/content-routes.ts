import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { ContentError } from '#content/content-error.ts'
import type { ContentQuery } from '#content/query/content-query.ts'
import type { ContentKind } from '#content/request/content-address.ts'
import { writeParams, decodeParams, readParams } from '#content/request/encode-params.ts'
import { toWire } from '#content/request/to-wire.ts'
import { knowsEtag } from '#server/http/knows-etag.ts'
import { previewTokenOf } from '#server/http/visitor.ts'

interface ContentCall {
  Params: { '*'?: string; integrity?: string }
  Querystring: { _params?: unknown }
}

/** A person who leafs through the shop asks a few in a minute; behind one address there may be a whole office. */
const LIMIT = { name: 'content questions', max: 600, seconds: 60 }
const KINDS: ContentKind[] = ['query', 'navigation']

/** `/api/_content…`: register with that prefix. Questions about the words of the site, answered in process. */
export async function contentRoutes(app: FastifyInstance): Promise<void> {
  app.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof ContentError)) throw error
    const { statusCode, message, data } = error
    // Only a status line of our own words: what an asker wrote has no business in it.
    if (statusCode === 404) reply.raw.statusMessage = error.statusMessage
    reply.code(statusCode).header('cache-control', 'no-store')
    if (request.preview) reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
    return { statusCode, message, ...(data !== undefined && { details: toWire(data) }) }
  })

  app.addHook('onRequest', app.limit(LIMIT))

  for (const kind of KINDS) {
    const answer = async (request: FastifyRequest<ContentCall>, reply: FastifyReply) => {
      const { params, integrity } = readContentRequest(request.params['*'] ?? '', request.query)
      const found = app.content.requests()[kind](params, { preview: request.preview })
      return send(request, reply, { name: `${kind} ${writeParams(params)}`, integrity, body: JSON.stringify(found) })
    }
    app.get<ContentCall>(`/${kind}`, answer)
    app.get<ContentCall>(`/${kind}/*`, answer)
  }

  app.get<ContentCall>('/cache.:integrity.json', async (request, reply) => {
    const { version } = app.content
    const documents = app.content.documents().filter(({ _draft }) => request.preview || !_draft)
    const { integrity = '' } = request.params
    return send(request, reply, { name: 'cache', integrity, body: JSON.stringify({ version, documents }) })
  })

  interface Answer {
    /** What was asked, in words that no other question has. */
    name: string
    integrity: string
    /** JSON. */
    body: string
  }

  function send(request: FastifyRequest, reply: FastifyReply, { name, integrity, body }: Answer): FastifyReply {
    reply.type('application/json; charset=utf-8')
    if (request.preview) reply.header('x-robots-tag', 'noindex')
    // Anyone who shows a token, known or not, shares no answer with anybody.
    if (previewTokenOf(request) !== '') return reply.header('cache-control', 'private, no-store').send(body)

    const { version } = app.content
    // Weak, since the same words may go out compressed.
    const etag = `W/"${version}-${createHash('sha1').update(name).digest('base64url')}"`
    const isPresent = integrity === version
    reply.header('cache-control', isPresent ? 'public, max-age=31536000, immutable' : 'public, no-cache')
    reply.header('etag', etag)
    if (!knowsEtag(request.headers['if-none-match'], etag)) return reply.send(body)
    return reply.code(304).removeHeader('content-type').send()
  }
}

interface ContentRequest {
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
function readContentRequest(path: string, { _params: json }: { _params?: unknown }): ContentRequest {
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
