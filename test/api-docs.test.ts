import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { apiDocs, describeApi, readApi } from '#dev/api-docs.ts'
import { buildApi } from '#server/app.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'

const api = await readApi()

t.test('an engineer opens the API documentation of a development server', async (t) => {
  const config = loadConfig({
    MEDUSA_URL: 'http://127.0.0.1:9',
    MEDUSA_PUBLISHABLE_KEY: 'pk_none',
    DATABASE_URL: 'postgres://127.0.0.1:9/none',
    SECRET: 'x'.repeat(32),
    DATA_DIR: t.testdir(),
    LOG_LEVEL: 'silent',
  })
  const app = await buildApi(config as ServerConfig, { apiDocs })
  t.teardown(() => app.close())
  await app.ready()
  for (const path of ['/docs/json', '/docs/']) {
    const { statusCode, headers } = await app.inject(path)
    t.equal(statusCode, 200, path)
    t.notMatch(headers['content-security-policy'], "default-src 'none'", `${path} may load its own scripts`)
  }
})

t.test('every route of the API says in a sentence what it does', async (t) => {
  t.ok(Object.keys(api.paths ?? {}).includes('/api/carts/{id}/complete'))
  for (const [path, methods] of Object.entries(api.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods ?? {}))
      t.match((operation as { summary?: string }).summary, /^[A-Z].{8,80}$/, `${method} ${path}`)
  }
})

t.test('docs/api.md describes the routes as they are', async (t) => {
  const file = readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8')
  t.equal(file, describeApi(api), 'run npm run docs:api')
})
