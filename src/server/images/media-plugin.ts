import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { mediaDir } from '#server/config.ts'

import { createMedia, type Media } from './media.ts'

declare module 'fastify' {
  interface FastifyInstance {
    media: Media
  }
}

export const media = fp(
  async function media(app: FastifyInstance) {
    app.decorate('media', createMedia(mediaDir(app.config)))
  },
  { name: 'media' },
)
