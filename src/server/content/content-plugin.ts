import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createContentLibrary, type ContentLibrary } from './content-library.ts'
import { loadSite, type Site } from './load-site.ts'
import { type Synonyms, createSynonyms } from './synonyms.ts'

declare module 'fastify' {
  interface FastifyInstance {
    content: ContentLibrary
    synonyms: () => Synonyms
    site: Site
  }
}

/** Content edits appear without a restart; `site.yml` is read once. */
export const content = fp(
  async function content(app: FastifyInstance) {
    const library = await createContentLibrary({
      contentDir: app.config.contentDir,
      loadImages: () => app.media.load(),
      log: app.log,
    })
    app.decorate('content', library)
    app.decorate('synonyms', createSynonyms(library))
    app.decorate('site', await loadSite(app.config.contentDir))
    app.addHook('onReady', () => library.watch())
    app.addHook('onClose', () => library.close())
  },
  { name: 'content', dependencies: ['media'] },
)
