import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'

import fastify from 'fastify'
import t from 'tap'

import { developmentLog, logOptions } from '#server/request-log.ts'

t.test('an operator reads in the log what was asked for, and no key that opens anything', async (t) => {
  const stream = new PassThrough()
  const app = fastify({ logger: { ...logOptions('info'), stream } })
  app.get('/*', async () => 'a page')
  await app.inject('/ru/newsletter/preferences?from=letter&token=abc.def.ghi&x=1')
  await app.inject('/en?preview=a-secret')
  await app.inject('/api/_content/query?previewToken=another&_params=1')
  await app.close()
  stream.end()

  const log = await text(stream)
  t.match(log, '/ru/newsletter/preferences?from=letter&token=…&x=1')
  t.match(log, '/en?preview=…"')
  t.match(log, 'previewToken=…&_params=1')
  t.notMatch(log, /abc\.def|a-secret|another/)
  t.match(log, '"statusCode":200')
})

t.test('a developer reads one line for each answer of the shop, and none for the files that Vite sends', async (t) => {
  const stream = new PassThrough()
  const { logController } = developmentLog('info')
  const app = fastify({ logger: { ...logOptions('info'), stream }, ...(logController ? { logController } : {}) })
  // Vite answers before any route, as middleware does.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.endsWith('.tsx')) return undefined
    reply.hijack()
    return reply.raw.end('a module')
  })
  app.get('/en', async () => 'a page')
  await app.inject('/app.tsx')
  await app.inject('/en?preview=a-secret')
  await app.inject('/nothing')
  await app.close()
  stream.end()

  const lines = (await text(stream)).trim().split('\n')
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg.replace(/\d+ ms$/, 'n ms'))
  t.same(messages, ['GET /en?preview=… 200 n ms', 'GET /nothing 404 n ms'])
})
