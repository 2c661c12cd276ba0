import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { withinTime } from '#server/infra/scheduling.ts'
import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'

import { createCatalog, type Catalog } from './catalog.ts'
import { createKnownHandles } from './handles/known-handles.ts'
import { createPageSearch } from './search/find-pages.ts'

declare module 'fastify' {
  interface FastifyInstance {
    catalog: Catalog
    /** Makes every process re-read products. Resolves when this process shows them or its reader was notified. */
    publishChange: (ids: readonly string[] | 'all') => Promise<void>
  }
}

const CHANGED = 'catalog'
const HANDLES_WAIT_MS = 2000

export const catalog = fp(
  async function catalog(app: FastifyInstance) {
    const { dataDir, priceUnit, catalogRefreshSeconds } = app.config
    const handles = createKnownHandles(app.database, app.log)
    app.decorate(
      'catalog',
      createCatalog({
        backend: app.backend,
        dataDir,
        defaultLocale: DEFAULT_LOCALE,
        refreshSeconds: catalogRefreshSeconds,
        priceUnit,
        synonyms: app.synonyms,
        formerHandles: handles,
        findPages: createPageSearch(app.content),
        resolveImage: app.media.resolve,
        log: app.log,
      }),
    )
    // Only the reader of a data folder reacts. Its followers load the file that it saves.
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
      // A follower needs no refresh here if the message was published: its reader is a subscriber too.
      if (!isNotified || app.catalog.status().role === 'reader') await app.catalog.refresh(ids)
    })
    app.catalog.on('change', () => void handles.store(app.catalog.contents()))
    // The shop starts without its database, too.
    app.addHook('onReady', async () => void (await withinTime(handles.store(undefined), HANDLES_WAIT_MS)))
    app.addHook('onReady', () => app.catalog.start())
    app.addHook('onClose', () => app.catalog.stop())
  },
  { name: 'catalog', dependencies: ['backend', 'content', 'database', 'pubsub'] },
)
