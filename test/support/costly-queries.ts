import type { ContentQuery } from '#shared/content/content-source.ts'

const MOST_BYTES = 4096
/** Every document matches, so that every condition runs on it. */
const EVERYWHERE = { _locale: { $ne: 1 } }

/** The most expensive content queries that are allowed, each with as many conditions as its length allows. */
export function costlyQueries(): Record<string, ContentQuery> {
  const never = (nth: number) => `${nth}${Math.random()}`
  const ofText = (key: string, source: (nth: number) => string, flags = '') => ({
    where: [
      EVERYWHERE,
      ...Array.from({ length: 4 }, (_, nth) => ({ [key]: { $not: { $regex: `/${source(nth)}/${flags}` } } })),
    ],
    only: 'title',
  })
  const queries = {
    'all documents': { where: [EVERYWHERE] },
    'keys of sixteen steps': { where: [EVERYWHERE, ...fill(() => ({ [keyOf(16)]: { $ne: 1 } }))] },
    'many small conditions': { where: [EVERYWHERE, ...fill(() => ({ _id: { $ne: 1 } }))], count: true },
    'one of many': { where: [EVERYWHERE, { $or: fill(() => ({ _id: 1 })) }] },
    'one of many conditions': { where: [{ _id: { $in: fill((nth) => ({ $eq: nth })) } }] },
    'any of many texts': { where: [EVERYWHERE, { _id: { $not: { $containsAny: fill((nth) => `x${nth}`) } } }] },
    'texts in any case': { where: [EVERYWHERE, ...fill(() => ({ _id: { $not: { $icontains: 'zq' } } }))] },
    'nested groups': { where: [JSON.parse('{"$and":[{"$or":[{"$not":'.repeat(9) + '{"a":1}' + '}]}]}'.repeat(9))] },
    'an expression of repeated repetitions': ofText('_id', (nth) => `(?:.*.*.*.*){20}Z${never(nth)}`),
    'an expression of many maybes': ofText('_id', (nth) => `(?:.?){220}Z${never(nth)}`),
    'an expression of letters in any case': ofText('title', (nth) => `(?:[a-z]?){80}Z${never(nth)}`, 'i'),
    'an expression of alternatives': ofText('title', (nth) => `${'(?:a|b|c|d|e|.|..)*'.repeat(8)}Z${never(nth)}`),
    'sixteen orders': {
      where: [EVERYWHERE],
      sort: Array.from({ length: 16 }, (_, nth) => ({
        [`_id.${nth}`]: 1 as const,
        $locale: ['en', 'ru', 'de', 'ja', 'zh', 'ko', 'ar', `fr-x-a${Math.trunc(Math.random() * 1e6)}`][nth % 8],
        $numeric: true,
      })),
    },
    'many fields left out': { where: [EVERYWHERE], without: fill((nth) => `k${nth}`) },
    'many fields': { where: [EVERYWHERE], only: fill((nth) => `k${nth}`) },
    'every neighbour': {
      where: [EVERYWHERE, ...fill(() => ({ [keyOf(16)]: { $ne: 1 } }), 1900)],
      surround: { query: { $or: fill(() => ({ [keyOf(16)]: { $ne: 1 } }), 1900) }, before: 10_000, after: 10_000 },
    },
  }
  return queries
}

/** `_id.0.0.0…`: every step exists, because a character of a text is a text again. */
export function keyOf(steps: number): string {
  return `_id${'.0'.repeat(steps - 1)}`
}

function fill<Item>(make: (nth: number) => Item, most = MOST_BYTES - 150): Item[] {
  const items: Item[] = []
  for (let bytes = 0; ;) {
    const item = make(items.length)
    bytes += JSON.stringify(item).length + 1
    if (bytes > most) return items
    items.push(item)
  }
}
