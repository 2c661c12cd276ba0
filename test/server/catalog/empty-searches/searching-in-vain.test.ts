import t from 'tap'

import { createPostgresServer } from '#test/support/postgres-server.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const PATIENCE_MS = 30_000

t.test('a search without results is counted once, in the language of the page', async (t) => {
  const { url, app } = await startShop(t)
  await until(() => app.database.state() === 'ready' && app.catalog.version !== null, PATIENCE_MS)
  const ask = async (path: string) => t.equal((await fetch(url + path)).status, 200, path)

  await ask('/en/search?q=cufflinks')
  await ask('/api/products/search?q=Cufflinks&lang=en')
  await ask(`/ru/search?q=${encodeURIComponent('запонки')}`)
  // Searches with results, filtered searches and suggestions are not counted.
  await ask('/en/search?q=ring')
  await ask('/en/search?q=silver+charm&metal=platinum')
  await ask('/api/products/search?q=silver+charm&lang=en&metal=platinum')
  await ask('/api/products/suggestions?q=cuffl&lang=en&products=4')
  await ask('/en/search?q=')

  await app.emptySearches.write()
  t.same(await app.database.query('SELECT locale, query, times FROM empty_searches ORDER BY locale, query'), [
    { locale: 'en', query: 'cufflinks', times: 2 },
    { locale: 'ru', query: 'запонки', times: 1 },
  ])
})

t.test('a shop writes its counts on shutdown', async (t) => {
  const postgres = await createPostgresServer(t, 'empty-searches-close')
  await postgres.start()
  const env = { DATABASE_URL: postgres.url }
  const first = await startShop(t, { env })
  await until(() => first.app.database.state() === 'ready' && first.app.catalog.version !== null, PATIENCE_MS)
  await fetch(`${first.url}/api/products/search?q=cufflinks`)
  await first.stop()

  const second = await startShop(t, { env })
  await until(() => second.app.database.state() === 'ready', PATIENCE_MS)
  t.same(await second.app.database.query('SELECT query, times FROM empty_searches'), [{ query: 'cufflinks', times: 1 }])
})
