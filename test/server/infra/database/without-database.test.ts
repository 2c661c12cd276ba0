import t from 'tap'

import { createPostgresServer } from '#test/support/postgres-server.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

/** Generous, because other tests run at the same time. */
const TIMEOUT_MS = 30_000

interface Readiness {
  status: string
  database: { state: string; migration: string | null }
  letters: { waiting: number | null; failed: number | null; transport: string }
}

t.test('a shop without its database shows pages, answers forms with 503, and recovers', async (t) => {
  const postgres = await createPostgresServer(t, 'without-database')
  const { url } = await startShop(t, { env: { DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' } })
  const readiness = async () => (await (await fetch(`${url}/readyz`)).json()) as Readiness
  const subscribe = async () =>
    fetch(`${url}/api/email-subscribe?lang=ru`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'anna@example.com', lang: 'ru' }),
    })

  await until(async () => (await readiness()).status === 'ready', TIMEOUT_MS)
  for (const path of ['/en', '/ru/shop/rings', '/en/newsletter']) t.equal((await fetch(url + path)).status, 200, path)
  const refused = await subscribe()
  t.equal(refused.status, 503)
  t.match(await refused.json(), { statusCode: 503, message: /^Сейчас\sэто/ })
  t.match(await readiness(), {
    status: 'ready',
    database: { state: 'down', migration: null },
    letters: { waiting: null, failed: null, transport: 'outbox' },
  })

  await postgres.start()
  await until(async () => (await readiness()).database.state === 'ready', 30_000)
  t.equal((await subscribe()).status, 202)
  await until(async () => (await readiness()).letters.waiting === 0, TIMEOUT_MS)
  t.match(await readiness(), { database: { migration: /^\d{3}_/ }, letters: { failed: 0 } })
})
