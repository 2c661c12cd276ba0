import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'

import { createCatalog, type Catalog } from './catalog.ts'

declare module 'fastify' {
  interface FastifyInstance {
    catalog: Catalog
    /** Has every process of the shop re-read the products named. Resolves when this one, or its reader, did or will. */
    publishChange: (ids: readonly string[] | 'all') => Promise<void>
  }
}

const CHANGED = 'catalog'

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
        synonyms: app.synonyms,
        // As the words know it, which are told of its changes.
        resolveImage: app.media.resolve,
        log: app.log,
      }),
    )
    // Of the processes of one data folder the reader alone hears: the others load what it has read.
    const reread = (ids: readonly string[] | 'all'): void => {
      if (app.catalog.status().role === 'reader') void app.catalog.refresh(ids)
    }
    app.pubsub.subscribe(
      CHANGED,
      (ids) => reread(ids as string[] | 'all'),
      () => reread('all'),
    )
    app.decorate('publishChange', async (ids) => {
      const isNotified = await app.pubsub.publish(CHANGED, ids)
      // The reader of a follower's folder has heard of it by now.
      if (!isNotified || app.catalog.status().role === 'reader') await app.catalog.refresh(ids)
    })
    app.addHook('onReady', () => app.catalog.start())
    app.addHook('onClose', () => app.catalog.stop())
  },
  { name: 'catalog', dependencies: ['backend', 'content', 'pubsub'] },
)
