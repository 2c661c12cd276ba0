import t from 'tap'

import { createContentClient, fetchSnapshot } from '#content/request/content-client.ts'
import { createContentReader } from '#content/request/query-content.ts'
import { answerSite } from '#content/site-content.ts'
import type { ContentQuery, ContentSource } from '#shared/content/content-source.ts'

import { buildContentServer, fetchFrom, TOKEN } from './content-server.ts'

const QUERIES: ContentQuery[] = [
  {},
  { where: [{ _path: '/rings' }], first: true },
  { where: [{ _path: '/nowhere' }], first: true },
  { where: [{ _path: '/blogs' }], first: true },
  { where: [{ title: /^(Rings|Pearls)$/i }], only: ['title', '_path'] },
  { where: [{ _locale: 'ru' }], sort: [{ title: -1 }], limit: 1, skip: 1 },
  { where: [{ _draft: true }] },
  { count: true },
  { surround: { query: '/rings', before: 2, after: 1 }, without: ['body'] },
  { where: [{ title: { $between: 1 } }] },
  { limit: -1 },
]

t.test('a program gets the results of the server, over HTTP and from a snapshot', async (t) => {
  const app = await buildContentServer(t)
  for (const previewToken of [undefined, TOKEN]) {
    const preview = previewToken !== undefined
    const address = { integrity: app.content.version, previewToken, fetch: fetchFrom(app) }
    const copy = answerSite((await fetchSnapshot(address)).documents)
    const sources: Record<string, ContentSource> = {
      'by HTTP': createContentClient(address),
      'in the path': createContentClient({ ...address, inPath: !preview }),
      'from a copy': {
        query: async (query) => copy.query(query, { preview }),
        navigation: async (query) => copy.navigation(query, { preview }),
      },
    }
    for (const [name, source] of Object.entries(sources)) {
      for (const request of QUERIES) {
        const reported = `${name}, ${preview ? 'with' : 'without'} a token: ${JSON.stringify(request)}`
        const direct = await outcome(async () => app.content.requests().query(request, { preview }))
        t.same(await outcome(() => source.query(request)), direct, reported)
        const { first: _, count: __, surround: ___, ...pages } = request
        const tree = await outcome(async () => app.content.requests().navigation(pages, { preview }))
        t.same(await outcome(() => source.navigation(pages)), tree, reported)
      }
    }
  }
})

t.test('an HTML response counts as not found', async (t) => {
  for (const page of ['<!DOCTYPE html><html></html>', '<!doctype html>\n', '\n  <!DOCTYPE html>']) {
    for (const status of [200, 404, 500]) {
      const client = createContentClient({ integrity: '1', fetch: async () => new Response(page, { status }) })
      await t.rejects(client.query({}), { message: 'Not found', statusCode: 404 })
      await t.rejects(client.navigation({}), { message: 'Not found', statusCode: 404 })
    }
  }
})

t.test('a response of another shape is rejected', async (t) => {
  for (const body of ['{}', 'null', '7', '"text"']) {
    const options = { integrity: '1', fetch: async () => new Response(body) }
    const client = createContentClient(options)
    const { queryContent } = createContentReader(client)
    await t.rejects(queryContent().find(), { message: 'Expected an array' })
    await t.rejects(queryContent().findSurround('/'), { message: 'Expected an array' })
    await t.rejects(client.navigation({}), { message: 'Expected an array' })
    await t.rejects(fetchSnapshot(options), { message: 'Expected an array' })
  }
  const one = createContentClient({ integrity: '1', fetch: async () => new Response('{"title":"A"}') })
  t.match(await createContentReader(one).queryContent('/a').findOne(), { title: 'A' })
})

t.test('a server error is distinguished from a missing page', async (t) => {
  for (const [status, body] of [
    [500, '{"statusCode":500,"message":"Something went wrong"}'],
    [503, 'upstream is away'],
    [502, ''],
  ] as const) {
    const client = createContentClient({ integrity: '1', fetch: async () => new Response(body, { status }) })
    const failure = await outcome(() => client.query({}))
    t.equal(failure.statusCode, undefined, String(status))
    t.match(failure.message, String(status))
  }
})

interface Outcome {
  answer?: unknown
  statusCode?: number
  message?: string
}

async function outcome(ask: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { answer: JSON.parse(JSON.stringify(await ask())) as unknown }
  } catch (error) {
    const { statusCode, message } = error as Outcome
    return { ...(statusCode && { statusCode }), ...(message && { message }) }
  }
}
