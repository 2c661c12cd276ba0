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
  }
}

const HANDLES_WAIT_MS = 2000

export const catalog = fp(
  async function catalog(app: FastifyInstance) {
    const { dataDir, priceUnit, catalogRefreshSeconds } = app.config
    const handles = createKnownHandles(app.database, app.log)
    app.decorate(
      'catalog',
      createCatalog({
        backend: app.backend,
        connection: app.steadyConnection,
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
    app.catalog.on('change', () => void handles.store(app.catalog.contents()))
    // The shop starts without its database, too.
    app.addHook('onReady', async () => void (await withinTime(handles.store(undefined), HANDLES_WAIT_MS)))
    app.addHook('onReady', () => app.catalog.start())
    app.addHook('onClose', () => app.catalog.stop())
  },
  { name: 'catalog', dependencies: ['backend', 'content', 'database'] },
)
