import { CONTENT_BASE } from '#content/request/content-address.ts'
import type { Random } from '#test/support/random.ts'

const OPERATORS =
  '$eq $ne $not $and $or $match $in $contains $containsAny $icontains $exists $type $regex $gt $gte $lt $lte'.split(' ')
const STRANGE_OPERATORS = ['$where', '$between', '$', '$$eq', '$__proto__', '$constructor', '$EQ']
const FIELDS = '_path _locale _draft _partial _dir _id title date navigation body body.children body.toc.links.0.text'
const NO_FIELDS =
  '__proto__ constructor constructor.prototype toString hasOwnProperty __proto__.polluted . .. a.b.c.d я'
const KEYS = [...`${FIELDS} title.length ${NO_FIELDS}`.split(' '), '', 'x'.repeat(500)]
const PARAMETERS =
  'where sort limit skip only without first count surround dirConfig locale type __proto__ constructor'.split(' ')
const ODD_PATTERNS = String.raw`^/blogs .* ( [ \ * (?=a) (?<!a)b (a)\1 \p{L}+ ^(?:/|/blogs/?)$`
/** Expressions with catastrophic backtracking in JavaScript's engine. */
const ENDLESS_PATTERNS = '(a+)+$ (.*)*x (a|a)*b (a|aa)+$ ^(([a-z])+.)+[A-Z]([a-z])+$ (.*a){20} (x+x+)+y'
const LARGE_PATTERNS = 'a{1000} (a{1000}){1000} ((a{100}){100}){100} (abcdefghij){99}'
const PATTERNS = [
  ...`${ODD_PATTERNS} ${ENDLESS_PATTERNS} ${LARGE_PATTERNS}`.split(' '),
  `${'('.repeat(500)}a${')'.repeat(500)}`,
  'a'.repeat(20_000),
  `(${'a|'.repeat(3000)}b)`,
  '.{0,1000}'.repeat(50),
  '.{0,99}'.repeat(9),
  String.raw`[\s\S]*`.repeat(70),
  String.raw`[^\x00-\uffff]`.repeat(24),
  String.raw`[\S]`.repeat(100),
]
const FLAGS = ['', 'i', 'g', 'gi', 'm', 's', 'u', 'y', 'v', 'xx', 'ii']
const TEXTS = ['', 'Rings', '/', '/blogs', 'en', 'ru', '100%', '%41', '\u0000', '\ud800', '🪩', 'a'.repeat(30_000)]
const NUMBERS = ['0', '1', '-1', '0.5', '1e309', '-0', '10001', '9007199254740993', '5000000000', '1e-320']

/** Depth below which generated conditions have only one key. */
const WIDE = 4

export function nastyAddress(random: Random): string {
  const kind = random.pick(['query', 'query', 'query', 'navigation'])
  const json = random.isLucky(5) ? brokenJson(random) : params(random)
  const name = random.pick([
    '0123456789.1',
    '_',
    'x',
    'x.1.json',
    `${'h'.repeat(300)}.json`,
    '..',
    '%2e%2e',
    '__proto__',
  ])
  const token = random.isLucky(10) ? `&previewToken=${random.pick(['', 'guess', '%00', 'a'.repeat(5000)])}` : ''
  const address = `${CONTENT_BASE}/${kind}/${name}`
  // A lone surrogate cannot be percent-encoded.
  const written = json.toWellFormed()
  if (random.isLucky(15)) return `${address}/${inPath(written, random)}.json?${token.slice(1)}`
  if (random.isLucky(3)) return `${address}?_params=${written.slice(0, 100).replaceAll(/[^\w{}:[\]]/g, '%')}`
  if (random.isLucky(2)) return `${address}?_params=%7B%7D&_params=${encodeURIComponent(written)}`
  return `${address}?_params=${encodeURIComponent(written)}${token}`
}

function inPath(json: string, random: Random): string {
  const characters = Buffer.from(json).toString('base64url')
  return random.isLucky(20) ? random.pick(['%7B%7B', 'a', '====', `${characters}!`, characters.slice(1)]) : characters
}

function params(random: Random): string {
  const keys = random.some(PARAMETERS, 5)
  return object(keys.map((key) => [key, parameter(key, random)]))
}

function parameter(key: string, random: Random): string {
  if (random.isLucky(8)) return value(random, 3)
  if (key === 'where') return list(random, 4, () => condition(random, depthOf(random)))
  if (key === 'sort')
    return list(random, 4, () =>
      object([[random.pick(KEYS), random.pick(['1', '-1', '"desc"', 'null'])], sortOption(random)]),
    )
  if (key === 'only' || key === 'without') return list(random, 6, () => text(random.pick(KEYS)))
  if (key === 'surround')
    return object([
      ['query', condition(random, 2)],
      ['before', random.pick(NUMBERS)],
      ['after', value(random, 1)],
    ])
  if (key === 'limit' || key === 'skip') return random.isLucky(70) ? '1' : random.pick(NUMBERS)
  return random.isLucky(70) ? 'true' : random.pick(['false', '1', 'null'])
}

function condition(random: Random, depth: number): string {
  if (depth <= 0 || (depth <= WIDE && random.isLucky(10))) return value(random, 2)
  const all = [...OPERATORS, ...KEYS, ...random.some(STRANGE_OPERATORS, 1)]
  // Deep conditions have one key, or generation would not end.
  const keys = depth > WIDE ? [random.pick(all)] : random.some(all, 3)
  return object(keys.map((key) => [key, operand(key, random, depth - 1)]))
}

function operand(key: string, random: Random, depth: number): string {
  if (key === '$and' || key === '$or' || key === '$in')
    return list(random, depth > WIDE ? 1 : 3, () => condition(random, depth))
  return key === '$regex' ? text(random.pick(PATTERNS)) : condition(random, depth)
}

function sortOption(random: Random): [string, string] {
  return random.pick<[string, string]>([
    ['$numeric', 'true'],
    ['$numeric', '"yes"'],
    ['$sensitivity', '"weird"'],
    ['$locale', '"xx-invalid-locale-name"'],
    ['$caseFirst', '7'],
  ])
}

/** Rarely very deep, so that most queries are parsed to the end. */
function depthOf(random: Random): number {
  return random.isLucky(3) ? 100 + random.below(400) : random.below(WIDE + 1)
}

function value(random: Random, depth: number): string {
  const kinds = [
    () => text(random.pick(TEXTS)),
    () => random.pick(NUMBERS),
    () => random.pick(['null', 'true', 'false']),
    () => text(`--REGEX /${random.pick(PATTERNS)}/${random.pick(FLAGS)}`),
    () => list(random, 5, () => value(random, depth - 1)),
    () => object([[random.pick(KEYS), value(random, depth - 1)]]),
    () => '['.repeat(2000) + ']'.repeat(2000),
  ]
  return random.pick(depth > 0 ? kinds : kinds.slice(0, 4))()
}

function brokenJson(random: Random): string {
  return random.pick([
    '',
    '{',
    '{bad',
    'undefined',
    'NaN',
    '[',
    '"',
    '{"where":[}',
    '\u0000',
    '{"a":1}{',
    'null',
    '5',
    '[]',
  ])
}

function list(random: Random, most: number, item: () => string): string {
  return `[${Array.from({ length: random.below(most + 1) }, item).join(',')}]`
}

/** Built as text, because a JavaScript object would lose `__proto__`. */
function object(entries: [string, string][]): string {
  return `{${entries.map(([key, json]) => `${text(key)}:${json}`).join(',')}}`
}

function text(texts: string): string {
  return JSON.stringify(texts)
}
