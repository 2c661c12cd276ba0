import type { FastifyInstance } from 'fastify'
import t from 'tap'

import { contentAddress, snapshotAddress } from '#content/request/content-address.ts'
import type { ContentSnapshot } from '#content/request/content-client.ts'
import { encodeParams, writeParams } from '#content/request/encode-params.ts'
import type { ContentQuery } from '#shared/content/content-source.ts'

import { buildContentServer, TOKEN } from './content-server.ts'

interface Titled {
  title: string
  children?: Titled[]
}

const BASE = '/api/_content'
const RINGS: ContentQuery = { where: [{ _path: '/rings' }], first: true }
const TITLES: ContentQuery = { only: ['title'] }

t.test('a query has the same result at each of its URLs', async (t) => {
  const app = await buildContentServer(t)
  const { version: integrity } = app.content
  for (const [kind, params] of [
    ['query', RINGS],
    ['query', { where: [{ title: /^Р/ }, { _locale: 'ru' }] }],
    ['query', { where: [{ _locale: 'ru' }], count: true }],
    ['navigation', {}],
    ['navigation', { where: [{ _locale: 'ru' }, { _path: /^\/r/ }] }],
  ] as [kind: 'query' | 'navigation', params: ContentQuery][]) {
    const query = new URLSearchParams({ _params: writeParams(params) })
    const [first, ...others] = await Promise.all(
      [
        contentAddress(kind, params, { integrity }),
        contentAddress(kind, params, { integrity, inPath: true }),
        contentAddress(kind, params, { integrity: '1700000000000' }),
        `${BASE}/${kind}?${query}`,
        `${BASE}/${kind}/anything?${query}`,
        `${BASE}/${kind}/_/${encodeParams(params)}.json`,
      ].map(async (url) => get(app, url)),
    )
    t.equal(first?.status, 200)
    t.match(first?.headers['content-type'], /^application\/json/)
    t.same(first?.body, app.content.requests()[kind](params, {}))
    for (const other of others) t.same(other.body, first?.body)
  }
})

t.test('parameters are decoded once, and not kept for the next request', async (t) => {
  const app = await buildContentServer(t)
  const titles = async (where: object) => titlesOf((await ask(app, { ...TITLES, where: [where] as never })).body)
  t.same(await titles({ discount: '100%' }), ['Rings'])
  t.same(await titles({ title: '%52ings' }), [])
  t.same(await titles({ title: 'a+b & c=d # ?' }), [])

  const address = contentAddress('query', RINGS, { integrity: '1' })
  t.equal((await get(app, address)).body.title, 'Rings')
  const bare = await get(app, address.split('?')[0] ?? '')
  t.ok(Array.isArray(bare.body), 'the same address without parameters asks for everything')
})

t.test('an invalid query is a 400 that names the fault, and one without a match a 404', async (t) => {
  const app = await buildContentServer(t)
  const refused = async (path: string) => {
    const { status, body, headers } = await get(app, `${BASE}/${path}`)
    t.equal(headers['cache-control'], 'no-store', path)
    t.equal(body.statusCode, status, path)
    return { status, message: String(body.message) }
  }
  const encoded = (json: string) => encodeURIComponent(json)
  for (const [path, message] of [
    [`query?_params=${encoded('{bad')}`, /no JSON/],
    ['query?_params={}&_params={}', /more than one _params/],
    ['query?_params=%E0%A4%A', /no JSON/],
    [`query?_params=${encoded('{"where":[{"rating":{"$between":[1,5]}}]}')}`, /\$between/],
    [`query?_params=${encoded('{"limit":-1}')}`, /limit/],
    [`query?_params=${encoded(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`)}`, /./],
    [`navigation?_params=${encoded('{"first":true}')}`, /first/],
  ] as const) {
    const answer = await refused(path)
    t.equal(answer.status, 400, path.slice(0, 100))
    t.match(answer.message, message, path.slice(0, 100))
  }
  const missing = await refused(`query?_params=${encoded('{"first":true,"where":[{"_path":"/nowhere"}]}')}`)
  t.same(missing, { status: 404, message: 'Document not found!' })
  const { response } = await get(app, `${BASE}/query?_params=${encoded('{"first":true,"where":[{"_path":"/no"}]}')}`)
  t.equal(response.statusMessage, 'Document not found!')
  t.match(response.json(), { details: { description: 'Could not find document for the given query.' } })
})

t.test('a response is immutable at the URL of its version, and revalidated at any other', async (t) => {
  const app = await buildContentServer(t)
  const { version: integrity } = app.content
  const cached = 'public, max-age=31536000, immutable'
  for (const address of [
    contentAddress('query', RINGS, { integrity }),
    contentAddress('query', RINGS, { integrity, inPath: true }),
    contentAddress('navigation', {}, { integrity }),
    snapshotAddress({ integrity }),
  ]) {
    const fresh = await get(app, address)
    t.equal(fresh.headers['cache-control'], cached, address)
    const stale = await get(app, address.replace(integrity, 'of-yore'))
    t.equal(stale.headers['cache-control'], 'public, no-cache', address)
    t.equal(stale.headers['etag'], fresh.headers['etag'])
    const again = await get(app, address, { 'if-none-match': String(fresh.headers['etag']) })
    t.equal(again.status, 304)
    t.equal(again.response.body, '')
    t.equal((await get(app, address, { 'if-none-match': '"another"' })).status, 200)
  }
  const short = await get(app, `${BASE}/query`)
  t.equal(short.headers['cache-control'], 'public, no-cache')
  const other = await ask(app, TITLES)
  t.not(other.headers['etag'], short.headers['etag'], 'another question is another answer')
})

t.test('no request without a token returns a draft', async (t) => {
  const app = await buildContentServer(t)
  for (const where of [
    { _draft: true },
    { $and: [{ _draft: true }] },
    { $or: [{ _draft: true }, { title: 'Rings' }] },
    { $not: { _draft: false } },
    { _draft: { $ne: false } },
    { _draft: { $in: [true, false] } },
    { _path: '/secret' },
    { _path: { $regex: '/secret|/hidden|/blogs/gold/' } },
    { title: /^(Sec|Unw|Hid|Тай)/ },
    { _locale: { $in: ['en', 'ru'] } },
    { $not: { $not: { $or: [{ $and: [{ _draft: { $exists: true } }] }] } } },
  ]) {
    for (const query of [
      { where },
      { where: [where, {}] },
      { where: [where], first: true },
      { where: [where], surround: { query: '/rings', before: 9, after: 9 } },
    ] as ContentQuery[]) {
      t.notMatch((await ask(app, query)).response.body, DRAFTS, JSON.stringify(query))
      t.notMatch((await ask(app, query, 'navigation')).response.body, DRAFTS, JSON.stringify(query))
    }
    const counted = (await ask(app, { where: [where], count: true })).body as unknown as number
    const listed = (await ask(app, { where: [where] })).body as unknown as unknown[]
    t.equal(counted, listed.length, 'not even by counting')
  }
  t.notMatch((await get(app, snapshotAddress({ integrity: '1' }))).response.body, DRAFTS)
  const around = await ask(app, { surround: { query: '/blogs/silver' }, only: ['title'] })
  t.same(titlesOf(around.body), ['Journal', 'Pearls'], 'a neighbour is no draft')
})

t.test('a token in the URL or the cookie shows drafts, only to the client that sends it', async (t) => {
  const app = await buildContentServer(t)
  const draft: ContentQuery = { where: [{ _draft: true }], only: ['title'] }
  const drafts = ['Hidden folder', 'Hidden inside', 'Secret plans', 'Unwritten gold']
  for (const [title, previewToken, cookie, isShown] of [
    ['in the address', TOKEN, undefined, true],
    ['the other one', 'another-token', undefined, true],
    ['in the cookie', undefined, TOKEN, true],
    ['unknown', 'guess', undefined, false],
    ['unknown in the cookie', undefined, 'guess', false],
    ['almost', TOKEN.slice(0, -1), undefined, false],
    ['in other letters', TOKEN.toUpperCase(), undefined, false],
    ['the whole list', `another-token, ${TOKEN}`, undefined, false],
    ['wrong in the address, right in the cookie', 'guess', TOKEN, false],
  ] as const) {
    const headers: Record<string, string> = cookie ? { cookie: `previewToken=${cookie}` } : {}
    const address = contentAddress('query', draft, { integrity: app.content.version, previewToken })
    const { body, headers: sent } = await get(app, address, headers)
    t.same(titlesOf(body).toSorted(), isShown ? drafts : [], title)
    t.equal(sent['cache-control'], 'private, no-store', title)
    t.equal(sent['etag'], undefined, title)
    t.equal(sent['x-robots-tag'], isShown ? 'noindex' : undefined, title)
    const known = await get(app, address, { ...headers, 'if-none-match': '*' })
    t.equal(known.status, 200, 'nothing is spared by what was seen before')
  }
  const off = `${contentAddress('query', draft, { integrity: '1' })}&previewToken=`
  t.same((await get(app, off, { cookie: `previewToken=${TOKEN}` })).body, [], 'an empty one switches off')

  const snapshot = await get(app, snapshotAddress({ integrity: app.content.version, previewToken: TOKEN }))
  t.equal((snapshot.body as unknown as ContentSnapshot).documents.filter(({ _draft }) => _draft).length, 5)
  t.equal(snapshot.headers['cache-control'], 'private, no-store')
  const nothing: ContentQuery = { where: [{ _path: '/nothing' }], first: true }
  for (const [status, params] of [
    [404, nothing],
    [400, { limit: -1 }],
  ] as const) {
    const { status: found, headers } = await get(
      app,
      contentAddress('query', params, { integrity: '1', previewToken: TOKEN }),
    )
    t.match([found, headers], [status, { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }])
  }

  const tree = await get(app, contentAddress('navigation', {}, { integrity: '1', previewToken: TOKEN }))
  t.match(tree.response.body, /"Secret plans".*"_draft":true|"_draft":true.*"Secret plans"/)
})

t.test('of fifty concurrent clients, only those with a token see drafts', async (t) => {
  const app = await buildContentServer(t)
  const visits = Array.from({ length: 50 }, async (_, nth) => {
    const previewToken = nth % 2 === 0 ? TOKEN : undefined
    const kind = nth % 4 < 2 ? ('query' as const) : ('navigation' as const)
    const { response } = await get(app, contentAddress(kind, {}, { integrity: app.content.version, previewToken }))
    return { hasToken: previewToken !== undefined, seesDrafts: DRAFTS.test(response.body) }
  })
  for (const { hasToken, seesDrafts } of await Promise.all(visits)) t.equal(seesDrafts, hasToken)
})

const DRAFTS = /Secret|Unwritten|Hidden|Тайные/

function ask(app: FastifyInstance, params: ContentQuery, kind: 'query' | 'navigation' = 'query') {
  return get(app, contentAddress(kind, params, { integrity: app.content.version }))
}

async function get(app: FastifyInstance, url: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers })
  const body = (response.body ? response.json() : {}) as Titled & { statusCode?: number; message?: string }
  return { status: response.statusCode, headers: response.headers, body, response }
}

function titlesOf(body: unknown): string[] {
  return (body as (Titled | null)[]).flatMap((document) => document?.title ?? [])
}
