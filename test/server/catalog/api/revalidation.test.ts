import cookie from '@fastify/cookie'
import fastify from 'fastify'
import t from 'tap'

import { addRevalidation } from '#server/catalog/api/product-routes.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import { preview } from '#server/http/visitor.ts'

t.test('a browser revalidates product answers, and does not cache previews', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  app.decorate('config', loadConfig({ PREVIEW_TOKENS: 'secret' }) as ServerConfig)
  await app.register(cookie)
  await app.register(preview)
  addRevalidation(app)
  app.get('/api/piece', async () => ({ title: 'Ring' }))
  const ask = async (headers: Record<string, string>) => app.inject({ url: '/api/piece', headers })

  const first = await ask({})
  t.match(first.headers, { 'cache-control': 'private, no-cache', etag: /^W\// })
  t.notOk(first.headers['x-robots-tag'])
  const known = { 'if-none-match': String(first.headers.etag) }
  t.equal((await ask(known)).statusCode, 304)
  t.equal((await ask({ ...known, cookie: 'previewToken=guess' })).statusCode, 304)

  const seen = await ask({ ...known, cookie: 'previewToken=secret' })
  t.match([seen.statusCode, seen.json()], [200, { title: 'Ring' }])
  t.match(seen.headers, { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
  t.notOk(seen.headers.etag)
})
