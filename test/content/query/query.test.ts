import { readFile } from 'node:fs/promises'

import fc from 'fast-check'
import t from 'tap'

import { ContentError } from '#content/content-error.ts'
import type { ContentDocument } from '#content/document.ts'
import { createEngine } from '#content/query/engine.ts'
import { countSteps, createPatternCompiler } from '#content/query/pattern/pattern-compiler.ts'
import { translatePattern } from '#content/query/pattern/translate-pattern.ts'
import { createContentRequests } from '#content/request/content-requests.ts'
import { inventDocuments } from '#test/bench/parts/content-documents.ts'
import { seedOfRun } from '#test/support/random.ts'

import { checkAgainstNaive } from './check-against-naive.ts'
import { fuzzEngine } from './fuzz-engine.ts'

const FILE = new URL('../../fixtures/content/golden/documents.json', import.meta.url)
const SETTINGS = { locales: ['en', 'ru'], defaultLocale: 'en', navigation: { fields: ['icon'] } }

async function readDocuments(): Promise<ContentDocument[]> {
  return (JSON.parse(await readFile(FILE, 'utf8')) as { documents: ContentDocument[] }).documents
}

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
  t.equal(JSON.stringify(ask()), before, 'lists and chosen fields belong to the caller')
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

t.test('random queries return what a plain filter, sort and slice returns', async (t) => {
  for (const seed of [20_261_121, seedOfRun()]) {
    checkAgainstNaive({ runs: 1000, seed })
    t.pass(`seed ${seed}`)
  }
})

/** The full count is `npm run prove content-engine`. */
const MALFORMED = 1500

t.test('a malformed query is rejected and changes nothing', async (t) => {
  const seed = seedOfRun()
  const { statuses, wrong } = fuzzEngine(inventDocuments(300), { queries: MALFORMED, seed })
  t.same(wrong, [], `TEST_SEED=${seed} asks the same again`)
  t.ok(statuses[200] > MALFORMED / 10, 'many are right all the same')
  t.ok(statuses[400] > MALFORMED / 10, 'and many are not')
})

const RUNS = 2000
const LONGEST = 120
const CHARACTERS = [
  'a',
  'b',
  'Z',
  '0',
  '9',
  '_',
  '-',
  ' ',
  '/',
  '.',
  '\n',
  '\u2028',
  '\u00a0',
  'é',
  'ё',
  'Ж',
  '[',
  ']',
  '^',
  '$',
]
const ATOMS = [
  ' ',
  ...'a b Z 0 - _ é ё . / ]'.split(' '),
  ...String.raw`\. \/ \- \$ \[ \d \D \w \W \s \b \B \n \t \u0451 \x61 \xa0 \cJ [\0] \é`.split(' '),
  ...String.raw`[ab] [^ab] [a-z0] [^\d] [\s_] [\w-] [[a] [.] [^] [] [\b] [а-яё] [\]^] [\/.] \S [\S] [^\S] [\s\S] [\S_]`.split(
    ' ',
  ),
]

const atom = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...ATOMS) }, fc.constantFrom('^', '$'))
const { source } = fc.letrec<{ source: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    fc.tuple(atom, fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '*?', '{0,2}?')).map(([one, times]) => {
      return ['^', '$', String.raw`\b`, String.raw`\B`].includes(one) ? one : one + times
    }),
    tie('source').map((inner) => `(${inner})`),
    fc.tuple(tie('source'), fc.constantFrom('', '*', '+', '?')).map(([inner, times]) => `(?:${inner})${times}`),
    fc.tuple(tie('source'), tie('source')).map((either) => `(?:${either.join('|')})`),
  ),
  source: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
}))
const text = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 8 }).map((characters) => characters.join(''))
const flags = fc.subarray(['i', 'm', 's', 'g']).map((chosen) => chosen.join(''))

function failureOf<Given>(property: fc.IProperty<Given>, seed: number): string | null {
  const { failed, errorInstance, counterexample } = fc.check(property, { numRuns: RUNS, seed })
  return failed ? `${String(errorInstance)} ${JSON.stringify(counterexample)}` : null
}

t.test('an expression matches what it matches in JavaScript', async (t) => {
  const seed = seedOfRun()
  const patterns = createPatternCompiler()
  const short = source.filter(({ length }) => length <= LONGEST)
  const property = fc.property(short, flags, fc.array(text, { minLength: 1, maxLength: 5 }), (inner, chosen, texts) => {
    // The step limit allows only a few wide classes with case folding in one expression.
    fc.pre(!chosen.includes('i') || countSteps(translatePattern(inner, chosen), true) < 400)
    const expression = new RegExp(inner, chosen)
    const { test } = patterns(expression, 'where')
    for (const one of texts) {
      // With `m`, the engine ends lines only at \n.
      if (chosen.includes('m') && one.includes('\u2028')) continue
      expression.lastIndex = 0
      if (test(one) !== expression.test(one)) throw new Error(`${String(expression)} in ${JSON.stringify(one)}`)
    }
  })
  t.equal(failureOf(property, seed), null, `seed ${seed}`)
})

t.test('a character class may name a Unicode category or a script', async (t) => {
  const patterns = createPatternCompiler()
  const names = String.raw`\p{L} \P{Lu} \p{Letter} \p{Uppercase_Letter} \P{Decimal_Number} \p{gc=Nd}
    \p{General_Category=Punctuation} \p{Script=Cyrillic} \P{sc=Latin} [\p{Script=Latn}\d] [^\p{sc=Cyrl}] \p{Script=Greek}`
  for (const name of names.split(/\s+/)) {
    const expression = new RegExp(`^${name}`, 'u')
    const pattern = patterns(expression, 'where')
    for (const one of ['Жизнь', 'ёлка', 'Éclat', 'eclat', '24', '€', '—', ' ', 'λ', ''])
      t.equal(pattern.test(one), expression.test(one), `${String(expression)} in “${one}”`)
  }
  t.throws(() => patterns(/\p{Script_Extensions=Cyrillic}/u, 'where'), ContentError, 'of these RE2 has no lists')
})

t.test('syntax that cannot run in linear time is rejected by name', async (t) => {
  const patterns = createPatternCompiler()
  const refused: [expression: RegExp, sentence: RegExp][] = [
    [/a(?=b)/, /^where holds a look-around, \(\?=…\)/],
    [/a(?!b)/, /holds a look-around/],
    [/(?<=a)b/, /holds a look-around/],
    [/(?<!a)b/, /holds a look-around/],
    [/(a)\1/, /holds a back-reference, \\1/],
    [/(?<twin>a)\k<twin>/, /holds a back-reference, \\k/],
    [new RegExp(`(?:${'a'.repeat(400)}){900}`), /is too large an expression/],
    [/(?:(?:a{30}){30}){30}/, /is too large an expression/],
    [/a{1001}/, /is too large an expression/],
    [new RegExp(String.raw`[^\x00-\uffff\d]`.repeat(20), 'i'), /is too large an expression/],
    [new RegExp(`(?i:${String.raw`[\S_]*`.repeat(30)})`), /is too large an expression/],
  ]
  for (const [expression, wording] of refused) {
    t.throws(() => patterns(expression, 'where'), ContentError)
    t.throws(() => patterns(expression, 'where'), { message: wording }, 'and again, though it was seen before')
  }
})

t.test('case folding works in wide classes too', async (t) => {
  const patterns = createPatternCompiler()
  t.ok(patterns(/^[\s\S]+ОГРАНК[а-я]$/i, 'where').test('Изумрудная огранка'))
  t.ok(patterns(/[à-\uffff]LAT/i, 'where').test('Élat'))
})

t.test('a catastrophic expression runs in linear time', async (t) => {
  const patterns = createPatternCompiler()
  const long = `${'a'.repeat(5000)}!`
  for (const expression of [/(a+)+$/, /(a|aa)+$/, /(.*)*x/, /^(([a-z])+.)+[A-Z]([a-z])+$/, /(.*a){20}b/])
    t.notOk(patterns(expression, 'where').test(long), String(expression))
})
