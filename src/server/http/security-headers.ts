import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import type { Config } from '#server/config.ts'

declare module 'fastify' {
  interface FastifyInstance {
    securityHeaders: Record<string, string>
  }
}

/** A page replaces this with its own policy. */
const NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'"

/** The same for every request, so that responses that never reach Fastify have them too. */
export async function createSecurityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Record<string, string>> {
  const probe = fastify()
  await probe.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    hsts: publicUrl?.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const headers: Record<string, string> = {}
  probe.get('/', (_request, reply) => {
    for (const [name, value] of Object.entries(reply.getHeaders())) headers[name.toLowerCase()] = String(value)
    return reply.send()
  })
  await probe.inject('/')
  await probe.close()
  return {
    ...headers,
    'content-security-policy': NOTHING_ALLOWED,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
  }
}

export const securityHeaders = fp(
  async function securityHeaders(app: FastifyInstance, { headers }: { headers: Record<string, string> }) {
    app.decorate('securityHeaders', headers)
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(headers)
      done()
    })
  },
  { name: 'security-headers' },
)
