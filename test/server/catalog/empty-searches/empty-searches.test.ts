import fastify from 'fastify'
import t, { type Test } from 'tap'

import { mostWantedSearches } from '#server/catalog/empty-searches/empty-searches-queries.ts'
import { createEmptySearches, toCountableQuery } from '#server/catalog/empty-searches/empty-searches.ts'
import { createDatabase, type Database } from '#server/infra/database/database.ts'
import { dayBefore } from '#server/infra/scheduling.ts'
import { createPostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

const TODAY = new Date()
const DAY_MS = 86_400_000

const { log } = fastify()
const postgres = await createPostgresServer(t, 'empty-searches')
await postgres.start()

interface OpenSearches {
  database: Database
  searches: ReturnType<typeof createEmptySearches>
  search: (
    query: string,
    more?: { locale?: 'en' | 'ru'; times?: number; daysAgo?: number; isNearest?: boolean },
  ) => void
  rows: () => Promise<{ query: string; times: number }[]>
}

async function open(t: Test): Promise<OpenSearches> {
  const url = await postgres.makeDatabase()
  const database = createDatabase(url, log)
  t.teardown(() => database.stop())
  database.start()
  await until(() => database.state() === 'ready', 20_000)
  let now = TODAY
  const searches = createEmptySearches(database, log, () => now)
  return {
    database,
    searches,
    search(query, { locale = 'en', times = 1, daysAgo = 0, isNearest = false } = {}) {
      now = new Date(TODAY.getTime() - daysAgo * DAY_MS)
      for (let time = 0; time < times; time += 1) searches.note(locale, { query, instead: null, is_nearest: isNearest })
      now = TODAY
    },
    rows: async () => database.query('SELECT query, times FROM empty_searches ORDER BY times DESC, query'),
  }
}

t.test('the staff see the most frequent queries, without personal data', async (t) => {
  const { searches, search, database } = await open(t)
  search('Ruby  ring', { times: 7 })
  search('ruby ring', { times: 4, daysAgo: 3 })
  search('ankle bracelet', { times: 2, isNearest: true })
  search('запонки', { locale: 'ru', times: 3 })
  search('брошь', { locale: 'ru', daysAgo: 20 })
  search('watches', { times: 99, daysAgo: 40 })
  search('ada@shopper.example', { times: 50 })
  await searches.write()

  t.same(await mostWantedSearches(database, dayBefore(TODAY, 29)), [
    { locale: 'en', query: 'ruby ring', times: 11, has_nearest: false },
    { locale: 'ru', query: 'запонки', times: 3, has_nearest: false },
    { locale: 'en', query: 'ankle bracelet', times: 2, has_nearest: true },
    { locale: 'ru', query: 'брошь', times: 1, has_nearest: false },
  ])
  const columns = await database.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'empty_searches' ORDER BY 1",
  )
  t.same(
    columns.map(({ name }) => name),
    ['day', 'has_nearest', 'locale', 'noted_at', 'query', 'times'],
  )
})

t.test('a query that was found after a correction is not counted', async (t) => {
  const { searches, rows } = await open(t)
  searches.note('en', { query: 'rjkmwj', instead: 'кольцо', is_nearest: false })
  searches.note('en', { query: 'rjkmwj c he,byjv', instead: 'кольцо с рубином', is_nearest: true })
  await searches.write()
  t.same(await rows(), [{ query: 'rjkmwj c he,byjv', times: 1 }])
})

t.test('a flood of nonsense queries neither fills the table nor displaces frequent ones', async (t) => {
  const { searches, search, rows } = await open(t)
  search('agate ring', { times: 3 })
  for (let batch = 0; batch < 5; batch += 1) {
    for (let index = 0; index < 2000; index += 1) search(`nonsense ${batch} ${index}`)
    await searches.write()
  }
  search('запонки', { locale: 'ru' })
  await searches.write()
  const stored = await rows()
  t.equal(stored.length, 500)
  t.same(stored[0], { query: 'agate ring', times: 3 })
  t.ok(
    stored.some(({ query }) => query === 'запонки'),
    'a new query is stored',
  )
})

t.test('counts are deleted after ninety days', async (t) => {
  const { searches, search, rows } = await open(t)
  search('ruby ring', { daysAgo: 91 })
  search('cufflinks', { daysAgo: 90 })
  await searches.write()
  await searches.deleteOld()
  t.same(await rows(), [{ query: 'cufflinks', times: 1 }])
})

t.test('two storefronts count together', async (t) => {
  const { database, searches, search, rows } = await open(t)
  const other = createEmptySearches(database, log, () => TODAY)
  const queries = Array.from({ length: 200 }, (_, index) => `wish ${index}`)
  for (const query of queries) search(query)
  for (const query of queries.toReversed()) other.note('en', { query, instead: null, is_nearest: false })
  await Promise.all([searches.write(), other.write()])
  t.same(new Set((await rows()).map(({ times }) => times)), new Set([2]))
})

t.test('counts survive a database outage', async (t) => {
  const { database, searches, search, rows } = await open(t)
  search('ruby ring')
  await searches.write()
  await postgres.stop()
  search('ruby ring', { times: 2 })
  await searches.write()
  await searches.write()
  await postgres.start()
  await until(() => database.state() === 'ready', 30_000)
  search('ruby ring')
  await searches.write()
  t.same(await rows(), [{ query: 'ruby ring', times: 4 }])
})

t.test('queries that may hold personal data are not counted', async (t) => {
  for (const typed of [
    'ada@shopper.example',
    'ada＠shopper.example',
    '79161234567',
    '+7 (916) 123-45-67',
    '4111 1111 1111 1111',
    '٠١٢٣٤',
    'order 10042',
    'https://shopper.example/ring',
    'www.shopper',
    'shopper.example/ring?size=6',
    'кольцо.рф',
  ])
    t.equal(toCountableQuery(typed), undefined, typed)
})

t.test('queries for jewelry with numbers are counted', async (t) => {
  for (const query of ['ruby ring 1.5 ct', 'кольцо 16,5 мм', 'цепочка 585', 'size 6.5', 'no. 7', '925 silver 45 cm'])
    t.equal(toCountableQuery(query), query)
})

t.test('a long query is cut between characters, and one without words is not counted', async (t) => {
  t.equal(toCountableQuery('я'.repeat(200))?.length, 60)
  t.equal(toCountableQuery(`a${'💍'.repeat(80)}`), `a${'💍'.repeat(59)}`)
  for (const typed of ['', ' ', '💍', '\u0000', '\uD800', '%%%', '—']) t.equal(toCountableQuery(typed), undefined)
  t.equal(toCountableQuery('ring\u0000\uD800'), 'ring �')
})
