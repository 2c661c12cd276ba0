import { readFile } from 'node:fs/promises'

import t from 'tap'

import type { ContentDocument } from '#content/document.ts'
import { createEngine } from '#content/query/engine.ts'
import { createContentRequests } from '#content/request/content-requests.ts'
import type { ContentQuery } from '#shared/page/content-source.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'

const FILE = new URL('../../fixtures/content/golden/documents.json', import.meta.url)
const SETTINGS = { locales: ['en', 'ru'], defaultLocale: 'en', navigation: { fields: ['icon'] } }

async function readDocuments(): Promise<ContentDocument[]> {
  return (JSON.parse(await readFile(FILE, 'utf8')) as { documents: ContentDocument[] }).documents
}

const QUERIES: ContentQuery[] = [
  { where: { _path: '/blogs/birthstones' }, first: true },
  { where: [{ _path: /^\/blogs\// }], sort: [{ title: 1 }], limit: 3, only: ['title'] },
  { where: { _locale: 'ru' }, sort: { title: -1, $locale: 'ru' }, skip: 2 },
  { where: { title: /[аеё]/i, _locale: 'ru' }, count: true },
  { where: { tags: { $contains: 'care' } }, sort: { views: -1, $numeric: true } },
  { surround: { query: '/faq', before: 2 }, without: ['body'] },
  {
    where: { rating: { $gte: 4 } },
    sort: [
      { rating: 1, $numeric: true },
      { title: 1, $sensitivity: 'base' },
    ],
  },
]

t.test('a caller cannot change the result of the next caller', async (t) => {
  const engine = createEngine(await readDocuments(), SETTINGS)
  const ask = () => engine.find({ where: { _path: '/blogs/birthstones' } })
  const before = JSON.stringify(ask())
  const found = ask()
  t.throws(() => Object.assign(found[0] as object, { title: 'Other' }), TypeError, 'a document is frozen')
  t.throws(() => (found as { tags: string[] }[])[0]?.tags.push('other'), TypeError, 'and all that it holds')
  found.pop()
  const picked = engine.find({ where: { _path: '/blogs/birthstones' }, without: ['body'] })
  Object.assign(picked[0] as object, { title: 'Other' })
  t.equal(JSON.stringify(ask()), before, 'lists and chosen fields are the own of whoever asked')
})

t.test('earlier queries do not change a result', async (t) => {
  const seed = seedOfRun()
  const random = createRandom(seed)
  const documents = await readDocuments()
  const fresh = (query: ContentQuery, preview: boolean) =>
    JSON.stringify(createContentRequests(createEngine(documents, SETTINGS), SETTINGS).query(query, { preview }))
  const expected = new Map(
    QUERIES.flatMap((query) =>
      [true, false].map((preview) => [`${QUERIES.indexOf(query)} ${preview}`, fresh(query, preview)]),
    ),
  )
  const requests = createContentRequests(createEngine(documents, SETTINGS), SETTINGS)
  for (let nth = 0; nth < 300; nth += 1) {
    const [number, preview] = [random.below(QUERIES.length), random.isLucky(50)]
    const answer = JSON.stringify(requests.query(QUERIES[number], { preview }))
    if (answer !== expected.get(`${number} ${preview}`)) t.fail(`question ${number}, seed ${seed}`)
  }
  t.pass('three hundred questions in any order')
})

t.test('a preview includes drafts, a condition selects among them, and other queries never return them', async (t) => {
  const requests = createContentRequests(createEngine(await readDocuments(), SETTINGS), SETTINGS)
  const policies = { where: { _path: /^\/policies\// }, count: true }
  t.equal(requests.query(policies), 5)
  t.equal(requests.query(policies, { preview: true }), 6)
  t.same(requests.query({ where: { _draft: true }, only: ['_path'] }, { preview: true }), [
    { _path: '/size-guide' },
    { _path: '/policies/cookies' },
  ])
  t.equal(requests.query({ where: { ...policies.where, _draft: false }, count: true }, { preview: true }), 5)
  const [draft] = requests.navigation({ where: { _path: '/size-guide' } }, { preview: true })
  t.same(draft, { title: 'Size Guide', _path: '/size-guide', _draft: true })
  t.same(requests.navigation({ where: { _path: '/size-guide' } }), [])
})

t.test('a document with a list as its path is found and counted once', async (t) => {
  const paths = [['/a', '/b'], '/c', '/d', '/e', '/f', '/g', '/h', '/i', '/j', '/k', '/l', '/m', '/n', '/o', '/p', '/q']
  const odd = paths.map((_path, index) => ({ _id: String(index), _path })) as unknown as ContentDocument[]
  const engine = createEngine(odd, { locales: [], navigation: false })
  // As text, the list is its paths joined by commas, and the index finds the document under that text too.
  const query: ContentQuery = { where: { _path: { $in: ['/a', '/a,/b', '/c'] } } }
  t.same(
    engine.find(query).map(({ _id }) => _id),
    ['0', '1'],
  )
  t.equal(engine.count(query), 2)
})

t.test('documents with unusual values do no harm', async (t) => {
  const odd = [
    { _id: 'a', _path: 5, title: null, tags: { toString: 1 } },
    { _id: 'b', _path: ['/a', '/b'], _locale: 'en' },
    { _id: 'c', _path: null, _locale: ['en'], _file: 'c' },
    { _id: 'e', _path: '/e', tags: JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown },
    JSON.parse('{"_id": "d", "_path": "/d", "__proto__": {"title": "inherited"}}') as object,
  ] as unknown as ContentDocument[]
  const engine = createEngine(odd, { locales: [], navigation: false })
  const ids = (query: ContentQuery) => engine.find(query).map(({ _id }) => _id)
  t.same(
    ids({ sort: { tags: 1, title: 1 } }),
    ['a', 'e', 'b', 'c', 'd'],
    'in stored order where nothing tells them apart',
  )
  t.same(ids({ sort: { _path: 1 } }), ['b', 'd', 'e', 'a', 'c'])
  t.same(ids({ where: { _path: { $in: ['/a'] } } }), ['b'], 'a list of paths is looked into')
  t.same(ids({ where: { _path: /^5/ } }), ['a'])
  t.same(ids({ where: { title: 'inherited' } }), [])
  t.same(engine.find({ where: { _id: 'd' }, without: ['x'] }), [{ _id: 'd', _path: '/d' }])
})
