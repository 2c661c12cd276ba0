import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { TokenPurpose } from '#server/email/email-tokens.ts'
import { localePath } from '#shared/i18n/locale-path.ts'

import { MAILING_MESSAGES } from '../messages.ts'

interface OneClick {
  path: string
  purpose: TokenPurpose
  /** What shows the same link to a person, without its language. */
  page: string
  /** @param subject what the token was signed for */
  act: (subject: string) => Promise<void>
}

/** More than the one POST of RFC 8058 needs, in whatever kind of form it comes. */
const BODY_LIMIT = 4096

/**
 * An address of a List-Unsubscribe header. A provider of mail sends the one POST, without cookies and from no page, and
 * follows no redirect; a person who opens it, or presses the button on its page, is shown the page. Opening changes
 * nothing, and a link that has lapsed is good enough to leave.
 */
export async function oneClick(app: FastifyInstance, { path, purpose, page, act }: OneClick): Promise<void> {
  // Only here: everywhere else a body of an unknown kind is refused.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    })

    scope.get(path, async (request, reply) => showPage(request, reply, page))

    scope.post(path, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const read = scope.mailing.tokens.read(purpose, tokenOf(request))
      if (read.state !== 'damaged') await act(read.subject)
      if (!isOneClick(request.body)) return showPage(request, reply, page)
      if (read.state !== 'damaged') return { done: true }
      const message = scope.translate(request.visitor.locale, MAILING_MESSAGES.linkDamaged)
      return reply.code(400).send({ statusCode: 400, message, details: 'token' })
    })
  })
}

/** Looked for in two steps: one expression for both would try every end anew from every beginning. */
function isOneClick(body: unknown): boolean {
  const [, ...after] = String(body).toLowerCase().split('list-unsubscribe')
  return after.join().includes('one-click')
}

/** A header has it in its address, the form of a page in a field. */
function tokenOf({ query, body }: FastifyRequest): string {
  const { token } = query as { token?: unknown }
  if (typeof token === 'string') return token
  return (typeof body === 'string' && new URLSearchParams(body).get('token')) || ''
}

function showPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const query = new URLSearchParams({ token: tokenOf(request) })
  return reply.redirect(`${localePath(request.visitor.locale, page)}?${query}`, 303)
}
