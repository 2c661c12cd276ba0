import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { loadMediaImages } from '#server/catalog/media-images.ts'
import { mediaDir } from '#server/config.ts'
import { createContentLibrary, type ContentLibrary } from '#server/content/content-library.ts'
import { loadSite, type Site } from '#server/content/load-site.ts'

declare module 'fastify' {
  interface FastifyInstance {
    content: ContentLibrary
    site: Site
  }
}

/** The shop's name, and its words as their files stand: an edited one shows without a restart. */
export const content = fp(
  async function content(app: FastifyInstance) {
    const library = await createContentLibrary({
      contentDir: app.config.contentDir,
      loadImages: () => loadMediaImages(mediaDir(app.config)),
      log: app.log,
    })
    app.decorate('content', library)
    app.decorate('site', await loadSite(app.config.contentDir))
    app.addHook('onReady', () => library.watch())
    app.addHook('onClose', () => library.close())
  },
  { name: 'content' },
)
