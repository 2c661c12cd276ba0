import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import t from 'tap'

import { contentAddress, digestText, hashParams, hashText } from '#content/request/content-address.ts'
import { sha256 } from '#content/request/content-address.ts'
import { decodeParams, encodeParams, readParams, writeParams } from '#content/request/encode-params.ts'
import { createContentReader, type QueryBuilder } from '#content/request/query-content.ts'
import type { ContentQuery } from '#shared/content/content-source.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'

interface Example {
  name: string
  params: ContentQuery
  json: string
  objectHashInput: string
  digest: string
  hash: string
  integrity: number
  url: string
  encoded: string
  pathUrl: string
}

interface Examples {
  builder: Example[]
  navigation: Pick<Example, 'name' | 'params' | 'hash' | 'url' | 'pathUrl'>[]
  hashes: { value: string; note: string; objectHashInput: string; hash: string }[]
  previewTokenSent: { url: string; params: Record<string, string> }
}

const FILE = new URL('../../fixtures/content/golden/encoding.json', import.meta.url)
const examples = JSON.parse(await readFile(FILE, 'utf8')) as Examples

const CALLS: Record<string, (reader: Reader) => Promise<unknown>> = {
  'all defaults': ({ queryContent }) => queryContent().find(),
  'path prefix': ({ queryContent }) => queryContent('/blogs').find(),
  'path parts': ({ queryContent }) => queryContent('blogs', 'birthstones').find(),
  'one by path': ({ queryContent }) => queryContent('/blogs/birthstones').findOne(),
  'one by path with trailing slash': ({ queryContent }) => queryContent('/blogs/').findOne(),
  'path and where': ({ queryContent }) => queryContent('/blogs').where({ featured: true }).findOne(),
  'where chain': ({ queryContent }) =>
    queryContent()
      .where({ a: 1 })
      .where({ b: { $gt: 2 } })
      .find(),
  'sort limit skip': ({ queryContent }) => queryContent('/blogs').sort({ date: -1 }).limit(3).skip(6).find(),
  'only and without': ({ queryContent }) => queryContent().only(['title', '_path']).without('body').find(),
  count: ({ queryContent }) => queryContent('/blogs').count(),
  locale: ({ queryContent }) => queryContent().locale('ru').find(),
  surround: ({ queryContent }) => queryContent().findSurround('/blogs/birthstones'),
  'surround with options': ({ queryContent }) =>
    queryContent().where({ _partial: false }).findSurround('/blogs/birthstones', { before: 2, after: 0 }),
  'Cyrillic value': ({ queryContent }) => queryContent().where({ title: 'Янтарный путь' }).find(),
  'regex value': ({ queryContent }) =>
    queryContent()
      .where({ title: /^wed.*\/s$/i })
      .find(),
  'long parameters (more than one chunk of 100)': ({ queryContent }) =>
    queryContent('/blogs')
      .where({
        tags: { $containsAny: ['gold', 'silver', 'amber', 'pearls', 'gems'] },
        price: { $gte: 10, $lte: 1000 },
      })
      .sort({ price: 1, $numeric: true })
      .only(['title', '_path', 'price', 'tags'])
      .limit(12)
      .find(),
  'limit from text': ({ queryContent }) => queryContent().limit('7').find(),
  'params object': ({ queryContent }) => queryContent({ where: [{ a: 1 }], only: ['title'], limit: 2 }).find(),
  'null and booleans': ({ queryContent }) => queryContent().where({ a: null, b: false, c: 0, d: '' }).find(),
  'special path characters': ({ queryContent }) => queryContent('/a+b (c).d').find(),
  'navigation: no argument': ({ fetchNavigation }) => fetchNavigation(),
  'navigation: params object': ({ fetchNavigation }) => fetchNavigation({ where: [{ _path: '/blogs' }] }),
}

type Reader = ReturnType<typeof createContentReader>

t.test('each method of the builder sends exactly its parameters to exactly its URL', async (t) => {
  t.equal(examples.builder.length, 20)
  for (const example of examples.builder) {
    const params = await sentBy(example.name)
    const integrity = String(example.integrity)
    t.equal(writeParams(params), example.json, example.name)
    t.equal(hashText(params), example.objectHashInput, example.name)
    t.equal(digestText(hashText(params)), example.digest, example.name)
    t.equal(hashParams(params), example.hash, example.name)
    t.equal(encodeParams(params), example.encoded, example.name)
    t.equal(decodeParams(example.encoded), example.json, example.name)
    const [path, query] = contentAddress('query', params, { integrity }).split('?')
    t.equal(path, example.url, example.name)
    t.same(Object.fromEntries(new URLSearchParams(query)), { _params: example.json }, example.name)
    t.equal(contentAddress('query', params, { integrity, inPath: true }), example.pathUrl, example.name)
  }
})

t.test('navigation queries have the same shape', async (t) => {
  for (const { name, params, hash, url, pathUrl } of examples.navigation) {
    const sent = await sentBy(name)
    t.same(sent, params, name)
    t.equal(hashParams(sent), hash, name)
    t.equal(contentAddress('navigation', sent, { integrity: '1700000000000' }).split('?')[0], url, name)
    t.equal(contentAddress('navigation', sent, { integrity: '1700000000000', inPath: true }), pathUrl, name)
  }
})

t.test('the preview token is sent beside the parameters, and only if there is one', async (t) => {
  const { url, params } = examples.previewTokenSent
  const query = readParams(String(params['_params']))
  const options = { integrity: '1700000000000', previewToken: params['previewToken'] }
  const [path, search] = contentAddress('query', query, options).split('?')
  t.equal(path, url)
  t.same(Object.fromEntries(new URLSearchParams(search)), params)
  t.notMatch(contentAddress('query', query, { ...options, previewToken: '' }), 'previewToken')
})

t.test('every type of value has its own hash', async (t) => {
  for (const { value, note, objectHashInput, hash } of examples.hashes) {
    const read = JSON.parse(value) as Record<string, unknown>
    if (objectHashInput.includes('regex:')) read['a'] = /x/g
    if (note.endsWith(': a')) read['a'] = undefined
    t.equal(hashText(read), objectHashInput, value)
    t.equal(hashParams(read), hash, value)
  }
})

t.test('the digest equals Node’s SHA-256 for every length of text', async (t) => {
  const seed = seedOfRun()
  const random = createRandom(seed)
  const texts = Array.from({ length: 300 }, (_, length) =>
    Array.from({ length }, () => String.fromCodePoint(1 + random.below(0xd7fe))).join(''),
  )
  for (const text of ['', 'abc', 'я'.repeat(10_000), ...texts]) {
    t.equal(
      Buffer.from(sha256(text)).toString('hex'),
      createHash('sha256').update(text).digest('hex'),
      `${text.length} letters, seed ${seed}`,
    )
  }
})

t.test('an invalid query is rejected with the reason', async (t) => {
  for (const [json, reason] of [
    ['{bad', /no JSON/],
    ['', /no JSON/],
    ['null', /an object, not null/],
    ['5', /an object, not a number/],
    ['[]', /an object, not a list/],
    ['"x"', /an object, not a string/],
  ] as const) {
    t.throws(() => readParams(json), reason, json)
  }
  for (const path of ['{{', 'a', 'wyg', 'eyJ9*', '%7B']) {
    t.throws(() => readParams(decodeParams(path)), /encoded parameters|no JSON/, path)
  }
})

t.test('a builder is immutable', async (t) => {
  const { reader } = spy()
  const rings = reader.queryContent('/rings').where({ featured: true }).sort({ date: -1 })
  const before = writeParams(rings.params())
  const forks: QueryBuilder[] = [
    rings.where({ price: 1 }),
    rings.sort({ title: 1 }),
    rings.only('title'),
    rings.without('body'),
    rings.limit(1),
    rings.skip(1),
    rings.locale('ru'),
  ]
  await Promise.all([rings.find(), rings.findOne(), rings.count(), rings.findSurround('/x')])
  t.equal(writeParams(rings.params()), before)
  t.equal(new Set(forks.map((fork) => writeParams(fork.params()))).size, forks.length)
})

t.test('a locale in the query overrides the default', async (t) => {
  const { reader } = spy()
  const asked = reader.queryContent().where({ _locale: { $in: ['en', 'ru'] } })
  t.same(asked.params().where, [{ _locale: { $in: ['en', 'ru'] } }])
  const without = createContentReader(spy().source)
  t.same(without.queryContent().params(), { sort: [{ _stem: 1, $numeric: true }] })
})

async function sentBy(name: string): Promise<ContentQuery> {
  const { reader, sent } = spy()
  await CALLS[name]?.(reader)
  const [params] = sent
  if (!params) throw new Error(`Nothing was sent for "${name}"`)
  return params
}

function spy() {
  const sent: ContentQuery[] = []
  const take = async (query: ContentQuery) => {
    sent.push(query)
    return []
  }
  const source = { query: take, navigation: take }
  return { source, sent, reader: createContentReader(source, { locale: 'en' }) }
}
