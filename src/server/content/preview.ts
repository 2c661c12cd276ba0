import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the caller may see drafts: they showed a token that is known. */
    readonly preview: boolean
  }
}

/** Settles who sees drafts; without `PREVIEW_TOKENS` no one does. */
export const preview = fp(
  async function preview(app: FastifyInstance) {
    const isKnown = createTokenCheck(app.config.previewTokens)
    app.decorateRequest('preview', {
      getter(this: FastifyRequest) {
        const token = previewTokenOf(this)
        return token !== '' && isKnown(token)
      },
    })
  },
  { name: 'preview', dependencies: ['@fastify/cookie'] },
)

/** Scripts read it too: the browser's client sends it with its questions. */
export const PREVIEW_COOKIE = 'previewToken'

/**
 * @param tokens the secrets that show drafts
 * @returns whether a text is one of them; how long that takes tells nothing about any
 */
function createTokenCheck(tokens: readonly string[]): (token: string) => boolean {
  const known = tokens.map(digest)
  return (token) => {
    const asked = digest(token)
    return known.filter((one) => timingSafeEqual(one, asked)).length > 0
  }
}

/**
 * The token that a request shows: that of its address (`preview` of a page, `previewToken` of a call), else that of
 * its cookie. An empty one in the address is none, whatever the cookie says.
 */
export function previewTokenOf(request: FastifyRequest): string {
  return writtenToken(request) ?? request.cookies[PREVIEW_COOKIE] ?? ''
}

/**
 * Keeps what a page's address says of the preview for the pages after it: a token that holds is remembered as long as
 * the browser is open, an empty one ends the preview.
 */
export function keepPreviewToken(request: FastifyRequest, reply: FastifyReply): void {
  const written = writtenToken(request)
  const remembered = request.cookies[PREVIEW_COOKIE]
  if (written === '' && remembered !== undefined) reply.clearCookie(PREVIEW_COOKIE, { path: '/' })
  if (!written || !request.preview || written === remembered) return
  const secure = reply.server.config.publicUrl?.startsWith('https:') ?? false
  reply.setCookie(PREVIEW_COOKIE, written, { path: '/', sameSite: 'lax', secure })
}

function writtenToken(request: FastifyRequest): string | undefined {
  const name = request.url.startsWith('/api/') ? 'previewToken' : 'preview'
  const written = (request.query as Record<string, unknown> | undefined)?.[name]
  if (written === undefined) return undefined
  return typeof written === 'string' ? written : ''
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
