import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createCatalog, type Catalog } from '#server/catalog/catalog.ts'
import { loadMediaImages } from '#server/catalog/media-images.ts'
import { mediaDir } from '#server/config.ts'
import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'

declare module 'fastify' {
  interface FastifyInstance {
    catalog: Catalog
  }
}

/** The shop as it was last read from Medusa, kept true as long as the server runs. */
export const catalog = fp(
  async function catalog(app: FastifyInstance) {
    const { dataDir, priceUnit, catalogRefreshSeconds } = app.config
    app.decorate(
      'catalog',
      createCatalog({
        backend: app.backend,
        dataDir,
        defaultLocale: DEFAULT_LOCALE,
        refreshSeconds: catalogRefreshSeconds,
        priceUnit,
        searchWords: app.searchWords,
        resolveImage: await loadMediaImages(mediaDir(app.config)),
        log: app.log,
      }),
    )
    app.addHook('onReady', () => app.catalog.start())
    app.addHook('onClose', () => app.catalog.stop())
  },
  { name: 'catalog', dependencies: ['backend', 'content'] },
)
