import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { createTokenCheck, previewTokenOf } from './preview-token.ts'

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
