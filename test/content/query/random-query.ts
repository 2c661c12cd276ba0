import fc from 'fast-check'

import type { ContentDocument } from '#content/document.ts'

const TEXTS = ['gold', 'Gold', 'silver', 'ring', 'Éclat', 'eclat', 'ёлка', 'Журнал', 'R-2', 'r-10', '1000', '', 'a.b']
const PATHS = [
  '/',
  '/faq',
  '/blogs',
  '/blogs/a',
  '/blogs/a/b',
  '/blogs-old/a',
  '/policies/a',
  '/Policies/b',
  '/blogs/ё',
]
const FIELDS = ['title', 'tags', 'rating', 'views', 'author', 'featured', '_path', '_locale', '_draft', 'date']
const KEYS = [
  ...FIELDS,
  'author.name',
  'author.city',
  'tags.0',
  'tags.length',
  'title.0',
  'nothing.at.all',
  'title.length',
]
const EXPRESSIONS = [
  /^\/blogs\//,
  /^\/blogs/,
  /^\/faq$/,
  /a$/,
  /gold/,
  /gold/i,
  /^[gs]/,
  /(ring|gold)$/,
  /\d+/,
  /./,
  /^$/,
  /r-\d/gi,
  /^\/$/,
  /e/y,
  /ё/,
  /[А-Яё]+$/i,
  /\bgold\b/,
  /\s|-/,
  /^(?:\/[^/]+){2}$/,
  /a.b/,
  /a\.b/,
  /\w{2,4}/,
  /[^\d]/,
  /true|null/,
]

const term = fc.constantFrom(...TEXTS)
const number = fc.constantFrom(-2, -1, 0, 1, 2, 3, 4.5, 10, 100, 1000)
const plain = fc.oneof(term, number, fc.boolean(), fc.constant(null))
const expression = fc.constantFrom(...EXPRESSIONS)
const value = fc.oneof(
  plain,
  fc.array(plain, { maxLength: 3 }),
  fc.record({ name: term, city: term }, { requiredKeys: [] }),
)

export const documents = fc
  .array(
    fc.record(
      {
        _path: fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom<unknown>(...PATHS) },
          { weight: 1, arbitrary: fc.array(fc.constantFrom(...PATHS), { maxLength: 2 }) },
        ),
        _locale: fc.constantFrom('en', 'ru'),
        _draft: fc.boolean(),
        _partial: fc.boolean(),
        title: term,
        tags: value,
        rating: number,
        views: fc.oneof(number, fc.constant(null)),
        author: value,
        featured: plain,
        date: fc.constantFrom('2024-01-02', '2024-02-10', '2023-11-05'),
        $note: term,
      },
      { requiredKeys: ['_path', '_locale', '_draft', 'title'] },
    ),
    { maxLength: 25 },
  )
  .map((fields) =>
    fields.map(
      (own, index) => ({ ...own, _id: `content:${String(index).padStart(3, '0')}` }) as unknown as ContentDocument,
    ),
  )

const { condition } = fc.letrec<{ condition: unknown; entry: Record<string, unknown> }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    expression,
    fc.record({ $eq: fc.oneof(plain, expression) }),
    fc.record({ $ne: fc.oneof(plain, expression) }),
    fc.record({ $in: fc.oneof(plain, fc.array(fc.oneof(plain, expression), { maxLength: 3 })) }),
    fc.record({ $contains: fc.oneof(plain, fc.array(plain, { maxLength: 2 })) }),
    fc.record({ $containsAny: fc.array(plain, { maxLength: 3 }) }),
    fc.record({ $icontains: term }),
    fc.record({ $exists: fc.boolean() }),
    fc.record({ $type: fc.constantFrom('string', 'number', 'boolean', 'undefined', 'object', 'array') }),
    fc.record({ $regex: fc.oneof(expression, fc.constantFrom('gold', '/GOLD/i', '^/blogs', '/^r/')) }),
    fc
      .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), fc.oneof(term, number))
      .map(([operator, bound]) => ({ [operator]: bound })),
    fc.record({ $not: tie('condition') }),
    fc.record({ $match: tie('condition') }),
    fc.record({ $and: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ $or: fc.array(tie('condition'), { maxLength: 3 }) }),
    tie('entry'),
  ),
  entry: fc.dictionary(fc.constantFrom(...KEYS, 'name', 'city'), tie('condition'), { maxKeys: 3 }),
}))

const group = fc
  .tuple(fc.constantFrom('$and', '$or'), fc.array(fc.dictionary(fc.constantFrom(...KEYS), condition, { maxKeys: 2 })))
  .map(([operator, entries]) => ({ [operator]: entries }))

const distinctive = fc.oneof(
  fc
    .tuple(fc.constantFrom('rating', 'views'), fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$eq', '$ne'), number)
    .map(([key, operator, bound]) => ({ [key]: { [operator]: bound } })),
  fc
    .tuple(fc.constantFrom('title', 'tags', 'author'), fc.constantFrom('$contains', '$icontains', '$in', '$ne'), term)
    .map(([key, operator, text]) => ({ [key]: { [operator]: text } })),
  fc.record({ tags: fc.record({ $containsAny: fc.array(plain, { minLength: 1, maxLength: 3 }) }) }),
  fc.record({ title: expression }),
  fc.record({ author: fc.record({ name: fc.oneof(term, expression) }) }),
)

const entry: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.dictionary(fc.constantFrom(...KEYS), condition, { maxKeys: 3 }),
  fc.record({ _path: fc.oneof(fc.constantFrom(...PATHS), expression) }),
  fc.record({ _path: fc.record({ $in: fc.array(fc.constantFrom(...PATHS), { maxLength: 3 }) }) }),
  fc.record({ _locale: fc.constantFrom('en', 'ru', 'de') }),
  group,
  distinctive,
  distinctive.map((either) => ({ $or: [either, { _draft: true }] })),
)

const sort = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom(1, -1), { maxKeys: 2 }),
    fc.record(
      {
        $sensitivity: fc.constantFrom('base', 'accent', 'case', 'variant'),
        $caseFirst: fc.constantFrom('upper', 'lower', 'false'),
        $locale: fc.constantFrom('en', 'ru', 'sv'),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([keys, options]) => ({ ...keys, ...options }))

/** Numbers only, because the order of numbers among texts is specific to this engine. */
const numericSort = fc.record({ rating: fc.constantFrom(1, -1), $numeric: fc.constant(true) })

const fields = fc.oneof(
  fc.constantFrom(...FIELDS, '_', '$', 'zzz', 'author.name'),
  fc.array(fc.constantFrom(...FIELDS, '_', '$')),
)

const surround = fc.record(
  {
    query: fc.oneof(fc.constantFrom(...PATHS), entry),
    before: fc.nat({ max: 4 }),
    after: fc.nat({ max: 4 }),
  },
  { requiredKeys: ['query'] },
)

export const query = fc
  .record(
    {
      where: fc.oneof(entry, fc.array(entry, { maxLength: 3 })),
      sort: fc.oneof(sort, numericSort, fc.array(fc.oneof(sort, numericSort), { maxLength: 3 })),
      limit: fc.nat({ max: 6 }),
      skip: fc.nat({ max: 6 }),
      only: fields,
      without: fields,
      kind: fc.constantFrom('find', 'find', 'first', 'count', 'surround'),
      surround,
    },
    { requiredKeys: ['kind', 'surround'] },
  )
  .map(({ kind, surround: round, ...rest }) => {
    const asked = { find: {}, first: { first: true }, count: { count: true }, surround: { surround: round } }[kind]
    return { ...rest, ...asked }
  })
