import { readFile } from 'node:fs/promises'

import t from 'tap'

import { ContentError } from '#content/content-error.ts'
import type { ContentDocument } from '#content/document.ts'
import { parseDocument } from '#content/document/parse-document.ts'
import { createEngine, type EngineSettings } from '#content/query/engine.ts'
import { answerBare, createContentRequests, fromWire, showFolder } from '#content/request/content-requests.ts'
import type { ContentQuery } from '#shared/content/content-source.ts'

interface Case {
  name: string
  expected: unknown
  params?: unknown
  /** `engine` queries the bare engine, without defaults. */
  mode?: 'advanced' | 'engine'
  config?: { locales?: string[]; fields?: string[]; navigation?: false }
  documents?: string
  id?: string
  content?: string
  options?: object
}

const config = {
  locales: ['en', 'ru'],
  defaultLocale: 'en',
  navigation: { fields: ['icon', 'layout'] },
} satisfies EngineSettings
const { files } = await readGolden<{ files: Record<string, string> }>('sources')
const { documents } = await readGolden<{ documents: ContentDocument[] }>('documents')
const withoutLocales = await readGolden<{ documents: ContentDocument[] }>('documents-nolocale')
const { query, navigation } = create(documents)

function create(stored: ContentDocument[], settings: EngineSettings = config) {
  const engine = createEngine(stored, settings)
  const requests = createContentRequests(engine, settings)
  return {
    navigation: (params: unknown) => requests.navigation(params),
    query(params: unknown, mode?: Case['mode']) {
      if (mode !== 'engine') return requests.query(params, { mode })
      return answerBare(engine, fromWire(params) as ContentQuery, (path, locale) => {
        const _path = `${path === '/' ? '' : path}/_dir`
        const [folder] = engine.find({ where: typeof locale === 'string' ? { _path, _locale: locale } : { _path } })
        return folder && showFolder(folder)
      })
    },
  }
}

async function readGolden<Content>(name: string): Promise<Content> {
  const file = new URL(`../../fixtures/content/golden/${name}.json`, import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as Content
}

async function casesOf(group: string): Promise<Case[]> {
  return (await readGolden<{ cases: Case[] }>(`given/${group}`)).cases
}

function settingsOf({ config: { locales, fields, navigation: isShown } = {} }: Case): EngineSettings {
  return {
    ...config,
    ...(locales && { locales, defaultLocale: undefined }),
    ...(fields && { navigation: { fields } }),
    ...(isShown === false && { navigation: false }),
  }
}

function answer(ask: () => unknown): unknown {
  try {
    return plain(ask())
  } catch (error) {
    const { statusCode: status, statusMessage } = error as { statusCode?: number; statusMessage?: string }
    if (status === undefined) throw error
    return { $error: { status, statusMessage } }
  }
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

function expand(value: unknown, stored: ContentDocument[]): unknown {
  if (Array.isArray(value)) return value.map((inner) => expand(inner, stored))
  if (typeof value !== 'object' || value === null) return value
  if ('$doc' in value) return stored.find(({ _id }) => _id === value.$doc)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner, stored)]))
}

for (const [group, title] of [
  ['queries', 'queries return the results of the golden cases'],
  ['surround', 'neighbors are found as in the golden cases'],
  ['navigation', 'the tree of pages is built as in the golden cases'],
] as const) {
  t.test(title, async (t) => {
    for (const one of await casesOf(group)) {
      const stored = one.documents === 'documents-nolocale.json' ? withoutLocales.documents : documents
      const engine = create(structuredClone(stored), settingsOf(one))
      const ask = () => (group === 'navigation' ? engine.navigation(one.params) : engine.query(one.params, one.mode))
      t.strictSame(answer(ask), expand(one.expected, stored), one.name)
    }
  })
}

t.test('every file is parsed into exactly the expected document', async (t) => {
  for (const [expectations, options] of [
    [documents, { locales: ['en', 'ru'], defaultLocale: 'en' }],
    [withoutLocales.documents, {}],
  ] as const) {
    t.equal(expectations.length, 52)
    for (const expected of expectations) {
      const { document, faults } = parseDocument(expected._id, files[expected._file] ?? '', options)
      t.strictSame(document, expected, expected._file)
      t.same(faults, [], expected._file)
    }
  }
})

t.test('the path of a file gives its route, language, title and draft status', async (t) => {
  const cases = await casesOf('paths')
  t.equal(cases.length, 34)
  for (const { name, id = '', options = {}, content, expected } of cases) {
    const { document } = parseDocument(id, content ?? (id.endsWith('.json') ? '{}' : ''), options)
    const own = Object.entries(document ?? {}).filter(
      ([key]) => content !== undefined || key === 'title' || key.startsWith('_'),
    )
    t.strictSame(Object.fromEntries(own), expected, name)
  }
})

const BLOGS = { _path: /^\/blogs\//, _partial: false }

function blogsWith(condition: Record<string, unknown>): string[] {
  const found = query({ where: [BLOGS, condition], only: ['_path'] }) as { _path: string }[]
  return found.map(({ _path: path }) => path.slice(path.lastIndexOf('/') + 1))
}

function valuesOf(key: string, asked: Record<string, unknown>): unknown[] {
  return (query({ where: [BLOGS], ...asked }) as Record<string, unknown>[]).map((found) => found[key] ?? null)
}

function clientError(ask: () => unknown): string {
  try {
    return `answered ${JSON.stringify(ask())}`
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return `${error.statusCode} ${error.message}`
  }
}

t.test('each condition matches the right documents', async (t) => {
  t.same(blogsWith({ price: null }), ['pearl-guide'], 'null fits null alone')
  t.same(
    blogsWith({ author: {} }),
    ['caring-for-silver', 'birthstones', 'pearl-guide', 'wedding-bands'],
    'an empty object fits objects, not what is missing or null',
  )
  t.same(blogsWith({ sku: { $contains: 'undef' } }), [], 'what is missing has no text')
  t.same(blogsWith({ price: { $icontains: 'NULL' } }), [], 'nor has null')
  t.same(blogsWith({ sku: { $ne: /./ } }), ['empty', 'year-in-gold', 'eclat'])
  t.same(blogsWith({ title: { $contains: [] } }).length, 8, 'every text contains nothing')
  t.same(blogsWith({ sku: { $contains: [] } }).length, 8)
  t.same(blogsWith({ price: { $gt: 999 } }), ['caring-for-silver'], 'the text "1000" is no number')
  t.same(blogsWith({ views: { $lt: 1 } }), ['amber-trail'], 'null is not 0')
  t.same(blogsWith({ tags: { $gt: 'a' } }), ['amber-trail'], 'a list is no text')
  t.same(blogsWith({ rating: { $regex: '0' } }), ['empty'], 'zero is written 0')
  t.same(blogsWith({ title: /e/g }), blogsWith({ title: /e/ }), 'an expression remembers nothing')
  t.same(blogsWith({ title: /e/y }), ['eclat'], 'a sticky one looks at the start alone')
  t.same(blogsWith({ description: '--REGEX /100%/' }), ['year-in-gold'], 'a per cent sign is one')
  t.same(blogsWith({ title: '--REGEX //' }), [], 'an empty expression on the wire is a text')
})

t.test('inherited properties never match', async (t) => {
  for (const key of ['tags.constructor.name', 'constructor', '__proto__', 'title.constructor', 'toString.length'])
    t.same(blogsWith({ [key]: { $exists: true } }), [], key)
  t.same(query({ where: { _path: '/faq' }, only: ['constructor', '__proto__', 'title'] }), [{ title: 'FAQ' }])
  t.same(query({ where: { _path: '/faq' }, only: 'title', sort: [JSON.parse('{"__proto__": 1}')] }), [{ title: 'FAQ' }])
})

t.test('an invalid condition is rejected with its name and position', async (t) => {
  const refused: [question: unknown, sentence: RegExp][] = [
    [{ where: [BLOGS, { rating: { $between: [1, 5] } }] }, /^400 where\[1\]\.rating\.\$between is no operator$/],
    [{ where: { $nor: [] } }, /^400 where\[0\]\.\$nor is no operator$/],
    [
      { where: [{ $or: [{ title: 'a' }, { $not: { x: { $foo: 1 } } }] }] },
      /^400 where\[0\]\.\$or\[1\]\.\$not\.x\.\$foo is/,
    ],
    [{ where: [{ tags: ['silver'] }] }, /^400 where\[0\]\.tags is a list/],
    [{ where: ['abc'] }, /^400 where\[0\] is no object$/],
    [{ where: { title: { $icontains: 3 } } }, /^400 where\[0\]\.title\.\$icontains needs a text/],
    [{ where: { $and: { a: 1 } } }, /^400 where\[0\]\.\$and needs a list/],
    [{ where: { title: { $containsAny: 'x' } } }, /^400 where\[0\]\.title\.\$containsAny needs a list/],
    [{ where: { title: { $exists: 'yes' } } }, /^400 where\[0\]\.title\.\$exists needs true or false/],
    [{ where: { title: { $type: 1 } } }, /^400 where\[0\]\.title\.\$type needs/],
    [{ where: { rating: { $gt: null } } }, /^400 where\[0\]\.rating\.\$gt needs a number or a text/],
    [{ where: { title: { $regex: '(' } } }, /^400 where\[0\]\.title\.\$regex is no valid expression/],
    [{ skip: -2 }, /^400 skip needs a whole number from 0 to 10000$/],
    [{ limit: 10_001 }, /^400 limit needs/],
    [{ first: 'false' }, /^400 first needs true or false/],
    [{ first: true, count: true }, /^400 count cannot be asked for together with first/],
    [{ surround: {} }, /^400 surround\.query needs a path or a condition/],
    [{ surround: { query: '/faq', before: -1 } }, /^400 surround\.before needs/],
    [{ sort: [{ title: 1, $sensitivity: 'weird' }] }, /^400 sort\[0\]\.\$sensitivity needs one of base/],
    [{ sort: { title: 1, $locale: '!' } }, /^400 sort\.\$locale needs/],
    [{ sort: { title: 1, $foo: 1 } }, /^400 sort\.\$foo is no option/],
    [{ sort: [{ views: 'desc' }] }, /^400 sort\[0\]\.views needs 1 or -1/],
    [{ sort: ['title'] }, /^400 sort\[0\] is no object/],
    [{ only: [1] }, /^400 only needs a list of keys/],
    [{ without: { a: 1 } }, /^400 without needs a list of keys/],
    [null, /^400 The query is no object/],
  ]
  for (const [asked, text] of refused) {
    t.match(
      clientError(() => query(asked)),
      text,
    )
  }
  for (const key of ['first', 'count', 'surround'])
    t.equal(
      clientError(() => navigation({ [key]: key === 'surround' ? { query: '/faq' } : true })),
      `400 ${key} cannot be asked of the navigation`,
    )
})

t.test('a query that is too large is rejected with a short message', async (t) => {
  const nest = (depth: number) => Array.from({ length: depth }).reduce<object>((inner) => ({ $not: inner }), { a: 1 })
  const refused: [question: unknown, sentence: RegExp][] = [
    [{ where: nest(40) }, /lies deeper than 32/],
    [{ where: { title: 'x'.repeat(5001) } }, /more than 5000 letters/],
    [{ where: { title: { $in: Array.from({ length: 1001 }, () => 'a') } } }, /is a list of more than 1000/],
    [
      { where: { $and: Array.from({ length: 900 }, () => ({ $or: Array.from({ length: 10 }, () => ({})) })) } },
      /more than 2000 conditions/,
    ],
    [{ where: { title: new RegExp('a'.repeat(501)) } }, /expression of more than 500/],
    [{ where: { title: /(?:a?){900}a{900}/ } }, /too large an expression/],
    [
      { where: { $or: Array.from({ length: 500 }, (_, index) => ({ title: new RegExp(`a|${index}`) })) } },
      /expressions of the query too long/,
    ],
    [{ sort: Array.from({ length: 17 }, () => ({ title: 1 })) }, /more than 16 keys/],
  ]
  for (const [asked, text] of refused) {
    const reported = clientError(() => query(asked))
    t.match(reported, text)
    t.ok(reported.length < 400, 'in a short sentence')
  }
})

t.test('no query returns a draft without a preview', async (t) => {
  const drafts = ['/policies/cookies', '/size-guide']
  const queries = [
    { _draft: true },
    { _draft: { $in: [true, false] } },
    { $and: [{ _draft: true }] },
    { $or: [{ _draft: true }, { _draft: false }] },
    { $not: { _draft: false } },
    { _draft: { $not: false } },
    { $match: { $or: [{ $and: [{ _draft: true }] }] } },
    { _path: { $in: drafts } },
  ]
  for (const where of queries) {
    const found = query({ where, only: ['_path'], limit: 0 }) as { _path: string }[]
    t.notOk(
      found.some(({ _path: path }) => drafts.includes(path)),
      JSON.stringify(where),
    )
    t.match(
      clientError(() => query({ where: [where, { _path: drafts[0] }], first: true })),
      /^404/,
    )
    t.equal(query({ where: [where, { _draft: true }], count: true }), 0)
    t.notMatch(JSON.stringify(navigation({ where })), /cookies|size-guide/)
    t.same(query({ where, surround: { query: '/policies/cookies' } }), [null, null])
  }
})

t.test('missing, mixed and fractional values have a consistent sort order', async (t) => {
  const steps = (sort: object) => valuesOf('_stem', { sort }).map((stem) => String(stem).split('/').at(-1))
  t.same(steps({ price: 1 }).slice(-3), ['3.pearl-guide', '12.empty', 'eclat'], 'null after every value, missing last')
  t.same(steps({ price: -1 }).slice(0, 3), ['12.empty', 'eclat', '3.pearl-guide'])
  t.same(
    steps({ author: 1 }).slice(-4),
    ['11.Amber-Trail', '12.empty', '2024.year-in-gold', 'eclat'],
    'an object is there',
  )
  t.same(valuesOf('sku', { sort: [{ sku: 1 }] }), ['R-02', 'R-1', 'R-10', 'r-2', 'R-2', null, null, null])
  t.same(valuesOf('sku', { sort: [{ sku: -1 }] }), [null, null, null, 'R-2', 'r-2', 'R-10', 'R-1', 'R-02'])
  t.same(valuesOf('rating', { sort: [{ rating: 1, $numeric: true }] }), [-1, 0, 2, 3, '4', 4.5, 4.5, 5])
  const russianLast = query({ where: { _locale: { $in: ['en', 'ru'] }, _partial: false }, sort: [{ 'tags.0': 1 }] })
  const tags = (russianLast as { tags?: string[] }[]).map((found) => found.tags?.[0])
  t.equal(tags.findIndex((tag) => tag === undefined) > tags.indexOf('янтарь'), true, 'what is missing is last of all')

  const numbers = [0.5, 1e-7, 4.15, 4.2, 4.5, 1e21, -1, -2, -2.5, 1000, 45].map((price, index) => ({
    ...documents[1],
    _id: `content:${index}`,
    price,
  }))
  const priced = create(numbers as ContentDocument[])
  const sorted = priced.query({ sort: { price: 1, $numeric: true }, only: 'price' }) as { price: number }[]
  t.same(
    sorted.map(({ price }) => price),
    [-2.5, -2, -1, 1e-7, 0.5, 4.15, 4.2, 4.5, 45, 1000, 1e21],
  )
})

t.test('a locale is recognized anywhere in a query, and folder settings have the locale of the page', async (t) => {
  t.same(query({ where: [{ $and: [{ _locale: 'ru' }, { _path: '/ourstory' }] }], only: ['_id'] }), [
    { _id: 'content:ru:ourStory.md' },
  ])
  t.same(
    query({ locale: 'ru', where: [{ _path: '/ourstory' }], only: ['_id'] }),
    [{ _id: 'content:en:ourStory.md' }],
    'there is no parameter of that name',
  )
  const index = {
    ...documents[0],
    _id: 'content:ru:policies:index.md',
    _path: '/policies',
    _locale: 'ru',
    _draft: false,
  }
  const withIndex = create([...documents, index] as ContentDocument[])
  t.match(withIndex.query({ where: { _path: '/policies', _locale: 'ru' }, first: true }), {
    _dir: { title: 'Правила' },
  })
  t.match(withIndex.query({ where: { _path: '/policies', _locale: { $in: ['ru'] } }, first: true }), {
    _dir: { title: 'Правила' },
  })
})

t.test('a folder without a page is found only if it redirects', async (t) => {
  t.match(
    clientError(() => query({ where: { _path: '/policies', _locale: 'ru' }, first: true })),
    /^404/,
  )
  t.match(
    clientError(() => query({ where: { _path: '/courses' }, first: true })),
    /^404/,
  )
  t.match(
    clientError(() => query({ where: { title: 'nobody', _path: '/blogs' }, first: true })),
    /^404/,
  )
  t.match(query({ where: { _path: '/collections' }, first: true }), {
    _dir: { navigation: { redirect: '/collections/rings' } },
  })
  t.match(query({ where: { _path: '/collections' }, first: true, dirConfig: true }, 'advanced'), {
    dirConfig: { navigation: { redirect: '/collections/rings' } },
  })
  t.match(
    clientError(() => query({ where: { _path: '/collections' }, first: true }, 'advanced')),
    /^404/,
  )
  t.match(
    query({ where: { _path: '/collections' }, first: true, dirConfig: true }, 'engine'),
    { dirConfig: { _path: '/collections/_dir', navigation: { redirect: '/collections/rings' } } },
    'also without any defaults',
  )
  t.same(query({ where: { _path: '/courses' }, first: true, dirConfig: true }, 'engine'), {})
})

t.test('a folder redirects while its page is a draft, and only a preview shows the draft', async (t) => {
  const draft = { ...documents[0], _id: 'content:en:collections:index.draft.md', _path: '/collections', _locale: 'en' }
  const documentsNow = [...documents, { ...draft, _draft: true }] as ContentDocument[]
  const requests = createContentRequests(createEngine(documentsNow, config), config)
  const asked = { where: { _path: '/collections' }, first: true }
  t.same(requests.query(asked), query(asked))
  t.match(requests.query(asked, { preview: true }), { _id: draft._id })
  t.match(
    clientError(() =>
      requests.query({ where: { _path: '/collections', title: 'nobody' }, first: true }, { preview: true }),
    ),
    /^404/,
  )
})

t.test('neighbors come only from the matching documents', async (t) => {
  const only = ['_path']
  t.same(
    query({
      where: { _path: '/policies/returns' },
      surround: { query: '/policies/returns', before: 2, after: 2 },
      only,
    }),
    [null, null, null, null],
  )
  t.same(
    query({ where: [BLOGS], surround: { query: {} }, only }),
    [null, { _path: '/blogs/birthstones' }],
    'an empty condition takes the first',
  )
  t.equal(query({ where: [BLOGS], count: true, surround: { query: '/blogs/birthstones' } }), 8, 'a count is a count')
  const shown = { _partial: { $not: true }, navigation: { $not: false } }
  t.same(
    query({ where: shown, surround: { query: '/faq' }, only }),
    [{ _path: '/courses/secret/inner' }, { _path: '/gift-cards' }],
    'hidden folders hide in the navigation alone',
  )
})

t.test('the navigation is a tree, whatever the query picks', async (t) => {
  t.same(navigation({ only: ['title'] }), navigation({}), 'its fields are its own')
  t.same(navigation({ without: ['_path', '_file'] }), navigation({}))
  const pages = documents.map((document) =>
    document._path === '/collections/price-list'
      ? { ...document, _path: '/collections/price-index', _file: 'en/collections/price-index.md' }
      : document,
  )
  const renamed = create(pages).navigation({ where: { _path: /price-index/ } })
  t.match(renamed, [{ title: 'Collections', children: [{ _path: '/collections/price-index' }] }])
  t.notMatch(JSON.stringify(renamed), /price-index.*price-index/, 'a page whose name ends like an index is none')
  const both = { _locale: { $in: ['en', 'ru'] }, _path: /^\/policies/ }
  t.same(
    navigation({ where: both }),
    [
      ...(navigation({ where: { ...both, _locale: 'en' } }) as []),
      ...(navigation({ where: { ...both, _locale: 'ru' } }) as []),
    ],
    'each language has a tree of its own',
  )
})

t.test('a hidden folder hides its contents, and not its parent folders', async (t) => {
  const classes = [{ title: 'Classes', _path: '/courses' }]
  t.same(navigation({ where: { _path: /^\/courses\/secret\// } }), classes)
  t.same(navigation({ where: { _path: '/courses/secret/deep/page' } }), classes)
  t.same(navigation({ where: { _path: '/courses/secret' } }), [], 'its own page is no reason to show them')
})

t.test('only and without select keys and prefixes', async (t) => {
  t.same(query({ where: [BLOGS], only: ['author.name'], limit: 2 }), [{}, {}], 'a dotted key chooses nothing')
  t.same(
    query({ where: [BLOGS], limit: '2', only: '_stem' }),
    [{ _stem: 'en/blogs/1.caring-for-silver' }, { _stem: 'en/blogs/2.birthstones' }],
    'a number may be text',
  )
})
