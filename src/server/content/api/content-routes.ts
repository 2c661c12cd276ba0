import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { ContentError } from '#content/content-error.ts'
import type { ContentKind } from '#content/request/content-address.ts'
import { writeParams } from '#content/request/encode-params.ts'
import { toWire } from '#content/request/to-wire.ts'
import { knowsEtag } from '#server/http/knows-etag.ts'

import { previewTokenOf } from '../preview-token.ts'
import { readContentRequest } from './read-content-request.ts'

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
