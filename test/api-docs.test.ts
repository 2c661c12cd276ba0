import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { buildDocumentedApi, describeApi, describeLimits } from '#dev/api-docs.ts'

const app = await buildDocumentedApi()
t.teardown(() => app.close())

t.test('an engineer opens the API documentation of a development server', async (t) => {
  for (const path of ['/docs/json', '/docs/']) {
    const { statusCode, headers } = await app.inject(path)
    t.equal(statusCode, 200, path)
    t.notMatch(headers['content-security-policy'], "default-src 'none'", `${path} may load its own scripts`)
  }
})

t.test('every route of the API says in a sentence what it does', async (t) => {
  const paths = app.swagger().paths as Record<string, Record<string, { summary?: string }>>
  t.ok(Object.keys(paths).includes('/api/carts/{id}/complete'))
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods))
      t.match(operation.summary, /^[A-Z].{8,80}$/, `${method} ${path}`)
  }
})

t.test('docs/api.md and docs/limits.md describe the routes and their limits as they are', async (t) => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, '../docs', name), 'utf8')
  t.equal(read('api.md'), describeApi(app), 'run npm run docs:api')
  t.equal(read('limits.md'), describeLimits(app), 'run npm run docs:api')
})
