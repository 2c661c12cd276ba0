import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { ContentError } from '#content/content-error.ts'
import type { ContentKind } from '#content/request/content-address.ts'
import { decodeParams, readParams, toWire, writeParams } from '#content/request/encode-params.ts'
import { knowsEtag } from '#server/http/knows-etag.ts'
import { previewTokenOf } from '#server/http/visitor.ts'
import type { ContentQuery } from '#shared/content/content-source.ts'

interface ContentCall {
  Params: { '*'?: string; integrity?: string }
  Querystring: { _params?: unknown }
}

/** A shopper needs a few requests a minute, but an office may share one address. */
const LIMIT = { name: 'content questions', max: 600, seconds: 60 }
const KINDS: ContentKind[] = ['query', 'navigation']

export async function contentRoutes(app: FastifyInstance): Promise<void> {
  app.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof ContentError)) throw error
    const { statusCode, message, data } = error
    // Only 404 sets a status message, because only that message contains no client input.
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
    app.get<ContentCall>(`/${kind}`, { schema: { summary: `A content ${kind}` } }, answer)
    app.get<ContentCall>(`/${kind}/*`, { schema: { summary: `A content ${kind}, encoded in the path` } }, answer)
  }

  app.get<ContentCall>(
    '/cache.:integrity.json',
    { schema: { summary: 'All public documents of one content version' } },
    async (request, reply) => {
      const { version } = app.content
      const documents = app.content.documents().filter(({ _draft }) => request.preview || !_draft)
      const { integrity = '' } = request.params
      return send(request, reply, { name: 'cache', integrity, body: JSON.stringify({ version, documents }) })
    },
  )

  interface Answer {
    /** Unique, for the ETag. */
    name: string
    integrity: string
    body: string
  }

  function send(request: FastifyRequest, reply: FastifyReply, { name, integrity, body }: Answer): FastifyReply {
    reply.type('application/json; charset=utf-8')
    if (request.preview) reply.header('x-robots-tag', 'noindex')
    // A request with a preview token, valid or not, is never cached.
    if (previewTokenOf(request) !== '') return reply.header('cache-control', 'private, no-store').send(body)

    const { version } = app.content
    // Weak, because the body may be compressed.
    const etag = `W/"${version}-${createHash('sha1').update(name).digest('base64url')}"`
    const isPresent = integrity === version
    reply.header('cache-control', isPresent ? 'public, max-age=31536000, immutable' : 'public, no-cache')
    reply.header('etag', etag)
    if (!knowsEtag(request.headers['if-none-match'], etag)) return reply.send(body)
    return reply.code(304).removeHeader('content-type').send()
  }
}

interface ContentRequest {
  /** The hash in the URL is not checked against them. */
  params: ContentQuery
  /** The content version that the client knows; empty if the URL has none. */
  integrity: string
}

/** As JSON, in bytes. Our own pages need a few hundred. */
const MOST_BYTES = 4096
/** The same limit as base64 in path segments, after a hash and a version. */
const MOST_CHARACTERS = Math.ceil((MOST_BYTES * 4) / 3) + MOST_BYTES / 64 + 300

/**
 * `path` is after `query/` or `navigation/`: `{hash}.{integrity}.json`, `{hash}.{integrity}/{encoded}.json`, or in
 * development `_/{encoded}.json`, `{hash}`, or nothing. A URL that names only a hash has no parameters.
 */
function readContentRequest(path: string, { _params: json }: { _params?: unknown }): ContentRequest {
  if (path.length > MOST_CHARACTERS) refuseLength()
  const [name = '', ...encoded] = path.replace(/\.json$/, '').split('/')
  const [, integrity = ''] = name.split('.')
  if (encoded.length > 0) return { params: parseParams(decodeParams(encoded.join('/'))), integrity }
  if (json === undefined) return { params: {}, integrity }
  if (typeof json !== 'string') throw new ContentError(400, 'There is more than one _params in the address.')
  return { params: parseParams(json), integrity }
}

function parseParams(json: string): ContentQuery {
  if (json.length > MOST_BYTES || Buffer.byteLength(json) > MOST_BYTES) refuseLength()
  return readParams(json)
}

function refuseLength(): never {
  throw new ContentError(400, `The parameters have more than ${MOST_BYTES} bytes.`)
}
