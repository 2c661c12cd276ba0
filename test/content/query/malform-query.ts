import type { Random } from '#test/support/random.ts'

const EXPRESSIONS = [
  ...String.raw`(a+)+$ (.*)*x (a|aa)+$ ^(([a-z])+.)+[A-Z]([a-z])+$ (?:a?){100}a{100} (x+x+)+y [\s\S]*[\s\S]*=.*`.split(
    ' ',
  ),
  ...String.raw`(?=a) (?<!a)b (a)\1 (?:a{100}){100} [^] [] \p{L}+ [[:alpha:]] \cA\x41\u0041 a{1,1000} a{1001}`.split(
    ' ',
  ),
  'a'.repeat(5000),
  `${'('.repeat(200)}a${')'.repeat(200)}`,
  '.{0,100}'.repeat(40),
  `(?:${'a'.repeat(400)}){1000}`,
].map((source, index) => new RegExp(source, ['', 'i', 'u', 'gms', 'y'].at(source.startsWith('[[') ? 0 : index % 5)))

const NASTY: readonly (() => unknown)[] = [
  () => null,
  () => undefined,
  () => Number.NaN,
  () => -1,
  () => 1e300,
  () => 2n ** 70n,
  () => Symbol('strange'),
  () => () => true,
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => '',
  () => 'x'.repeat(100_000),
  () => '--REGEX /(/',
  () => '--REGEX /(a+)+$/gimsuy',
  () => ' \u0000\ud800',
  () => Array.from({ length: 20_000 }, () => 'a'),
  () => Array.from({ length: 900 }, () => ({ $or: Array.from({ length: 9 }, () => ({ title: /a/ })) })),
  () => nest(30, '$not'),
  () => nest(33, '$not'),
  () => nest(8000, '$not'),
  () => nest(8000, 'a'),
  () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}') as object,
  () => ({ 'constructor.prototype': { $exists: true }, ['a.'.repeat(2000)]: 1, toString: 1 }),
  () => ({ $between: [1, 2] }),
  () => ({ $where: 'true', $regex: '/(a+)+$/' }),
  () => ({ $in: [null, [], {}, /a/], $not: { $in: [] } }),
  () => new Date(0),
  () => new Map([['title', 1]]),
]

export function malformQuery(query: unknown, random: Random): unknown {
  if (random.isLucky(2)) return nasty(random)
  const copy = copyOf(query)
  for (let times = random.below(3) + 1; times > 0; times -= 1) malformOne(copy, random)
  return copy
}

function malformOne(holder: unknown, random: Random): void {
  if (typeof holder !== 'object' || holder === null || holder instanceof RegExp) return
  const keys = Object.keys(holder)
  const inner = keys.filter((key) => typeof (holder as Record<string, unknown>)[key] === 'object')
  if (inner.length > 0 && random.isLucky(70))
    return malformOne((holder as Record<string, unknown>)[random.pick(inner)], random)
  const key =
    keys.length > 0 && random.isLucky(70) ? random.pick(keys) : random.pick(['where', 'sort', '$and', '$x', 'title'])
  Object.assign(holder, { [key]: nasty(random) })
}

function nasty(random: Random): unknown {
  return random.isLucky(25) ? random.pick(EXPRESSIONS) : random.pick(NASTY)()
}

function nest(depth: number, key: string): unknown {
  let condition: unknown = 1
  for (let level = 0; level < depth; level += 1) condition = { [key]: condition }
  return condition
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]))
}
