import { join } from 'node:path'

import t from 'tap'

import { ContentError } from '#content/content-error.ts'
import { createEngine } from '#content/query/engine.ts'
import { encodeParams, writeParams } from '#content/request/encode-params.ts'
import { inventDocuments } from '#test/bench/parts/content-documents.ts'
import { buildShopServer } from '#test/server/shop-server.ts'
import { costlyQueries, keyOf } from '#test/support/costly-queries.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

import { openContentServer } from './content-server.ts'

const BASE = '/api/_content/query'
const MOST_QUERIES = 600

const app = await openContentServer(join(import.meta.dirname, '../../../../content'))
t.teardown(() => app.close())

const inQuery = (params: object) => `${BASE}?_params=${encodeURIComponent(writeParams(params))}`
const inPath = (params: object) => `${BASE}/_/${encodeParams(params)}.json`

t.test('a key of more than sixteen steps is rejected by name, anywhere in the query', async (t) => {
  for (const params of [
    { where: [{ [keyOf(17)]: 1 }] },
    { where: [{ $or: [{ [keyOf(17)]: { $exists: true } }] }] },
    { sort: [{ [keyOf(17)]: 1 as const }] },
    { surround: { query: { [keyOf(17)]: 1 } } },
  ]) {
    const { statusCode, body } = await app.inject({ url: inQuery(params) })
    t.equal(statusCode, 400)
    t.match(JSON.parse(body), { message: /a key of more than 16 steps$/ })
  }
  t.equal((await app.inject({ url: inQuery({ where: [{ [keyOf(16)]: 'c' }] }) })).statusCode, 200)
})

t.test('parameters of more than 4 kB are rejected in the query string and in the path', async (t) => {
  const asked = (characters: number) => ({ where: [{ title: 'я'.repeat(characters) }] })
  const bare = Buffer.byteLength(writeParams(asked(0)))
  const fitting = Math.floor((4096 - bare) / 2)
  for (const write of [inQuery, inPath]) {
    t.equal((await app.inject({ url: write(asked(fitting)) })).statusCode, 200)
    const { statusCode, body } = await app.inject({ url: write(asked(fitting + 1)) })
    t.equal(statusCode, 400)
    t.match(JSON.parse(body), { message: 'The parameters have more than 4096 bytes.' })
  }
})

t.test('a query of 58 kB with keys of 2,400 steps is rejected by its length', async (t) => {
  const conditions = Array.from({ length: 5 }, () => ({ [keyOf(2400)]: { $ne: 1 } }))
  for (const params of [
    { where: conditions, surround: { query: { $or: conditions } } },
    { where: conditions, count: true },
  ]) {
    const url = `${BASE}?_params=${JSON.stringify(params)}`.slice(0, 58_000)
    const { statusCode, body } = await app.inject({ url })
    t.equal(statusCode, 400)
    t.match(JSON.parse(body), { message: 'The parameters have more than 4096 bytes.' })
  }
})

t.test('over thousands of documents, a query that is too much work is rejected', async (t) => {
  const engine = createEngine(inventDocuments(3000), { locales: ['en', 'ru'], navigation: false })
  const answered: string[] = []
  for (const [name, params] of Object.entries(costlyQueries())) {
    try {
      if (params.surround) engine.surround(params)
      else if (params.count) engine.count(params)
      else engine.find(params)
      answered.push(name)
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      t.match(error.message, 'asks too much of 3000 documents', name)
    }
  }
  t.same(answered, ['all documents', 'nested groups', 'sixteen orders', 'many fields left out'])
})

t.test('a client over the rate limit gets Retry-After', async (t) => {
  const shop = await buildShopServer(await sharedCommerce())
  t.teardown(() => shop.close())
  const url = inQuery({ count: true })
  const ask = (remoteAddress: string) => shop.inject({ url, remoteAddress, headers: { 'accept-language': 'ru' } })
  for (let nth = 0; nth < MOST_QUERIES; nth += 1) {
    const { statusCode } = await ask('203.0.113.7')
    if (statusCode !== 200) throw new Error(`${statusCode} at query ${nth}`)
  }
  const { statusCode, headers, body } = await ask('203.0.113.7')
  t.equal(statusCode, 429)
  t.ok(Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 60)
  t.match(JSON.parse(body), { statusCode: 429, message: /[а-я]/ })
  t.equal((await ask('203.0.113.8')).statusCode, 200, 'another visitor is not in their way')
})
