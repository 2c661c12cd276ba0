import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** What no answer of ours needs; a page says its own policy over this one. */
const NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'"

export const securityHeaders = fp(
  async function securityHeaders(app: FastifyInstance) {
    await app.register(helmet, {
      contentSecurityPolicy: false,
      crossOriginEmbedderPolicy: false,
      hsts: app.config.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
    })
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', NOTHING_ALLOWED)
      reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(self)')
    })
  },
  { name: 'security-headers' },
)
