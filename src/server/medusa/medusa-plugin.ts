import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createBackend, type Backend } from './http.ts'

declare module 'fastify' {
  interface FastifyInstance {
    backend: Backend
  }
}

export const backend = fp(
  async function backend(app: FastifyInstance) {
    const { url, publishableKey } = app.config.backend
    app.decorate(
      'backend',
      createBackend({ baseUrl: url, publishableKey, log: app.log, onAttempt: app.metrics?.observeMedusa }),
    )
    app.addHook('onClose', () => app.backend.close())
  },
  { name: 'backend' },
)
