import fc from 'fast-check'
import t from 'tap'

import { isContentFile } from '#content/document/is-content-file.ts'
import { parseDocument } from '#content/document/parse-document.ts'
import { fieldsFromPath } from '#content/document/place.ts'
import { seedOfRun } from '#test/support/random.ts'

const LANGUAGES = { locales: ['en', 'ru'], defaultLocale: 'en' }

t.test(
  'a name without a Latin transliteration keeps its characters, and does not get the route of its folder',
  async (t) => {
    t.match(fieldsFromPath('content:en:日本.md', LANGUAGES), { _path: '/日本', title: '日本' })
    t.match(fieldsFromPath('content:en:blogs:日 本.md', LANGUAGES), { _path: '/blogs/日-本', _dir: 'blogs' })
  },
)

t.test('a file with the name of a language is a page', async (t) => {
  t.match(fieldsFromPath('content:en.md', LANGUAGES), { _path: '/en', _locale: 'en' })
  t.match(fieldsFromPath('content:ru.md', LANGUAGES), { _path: '/ru', _locale: 'en' })
})

t.test('authors can override some fields of the path, and not the others', async (t) => {
  const own =
    'title: 7\ndraft: true\n_path: /x\n_dir: d\n_locale: ru\n_partial: true\n_id: mine\n_file: mine\n_type: mine\n'
  const { document } = parseDocument('content:en:a.md', `---\n${own}---\n`, LANGUAGES)
  t.match(document, { _path: '/x', _dir: 'd', _locale: 'ru', _draft: true, _partial: true })
  t.match(document, { _id: 'content:en:a.md', _file: 'en/a.md', _type: 'markdown', title: '7' })
  t.match(parseDocument('content:a.draft.md', '---\n_draft: false\n---\n').document, { _draft: false })
})

t.test('an override of a path field must have the right type', async (t) => {
  const { document, faults } = parseDocument('content:en:a.yml', 'title: A\n_path: 5\n_draft: soon\n', LANGUAGES)
  t.match(document, { _path: '/a', _draft: true }, 'what may be a draft is not shown')
  t.match(faults, [
    { file: 'en/a.yml', line: 2, message: /_path/ },
    { file: 'en/a.yml', line: 3, message: /_draft/ },
  ])
})

t.test('any value of draft except false makes a draft', async (t) => {
  for (const written of ['true', 'yes', '"true"', 'soon', '', '1']) {
    const { document, faults } = parseDocument('content:a.md', `---\ndraft: ${written}\n---\n`)
    t.equal(document?._draft, true, written)
    t.match(faults, written === 'true' ? [] : [{ file: 'a.md', line: 2, message: /true or false/ }], written)
  }
  const { document, faults } = parseDocument('content:a.md', '---\ndraft: false\n---\n')
  t.equal(document?._draft, false)
  t.same(faults, [])
})

t.test('hidden files, disabled files, and names that no URL can have are not read', async (t) => {
  for (const file of ['en/a.md', 'en/_a/b.yml', 'ru/Ёлка.yaml', 'en/a.b.json', 'en/x.csv'])
    t.ok(isContentFile(file), file)
  const others = [
    'en/.a.md',
    'en/.git/a.md',
    'en/-old/a.md',
    'en/-a.md',
    "en/d'or.md",
    'en/a?.md',
    'en/a#.md',
    'en/"a.md',
  ]
  for (const file of [...others, 'en/a.txt', 'en/a.md~', 'en/md', 'en/.md']) t.notOk(isContentFile(file), file)
})

t.test('a file that cannot be parsed is no document, and its fault names the line and the reason', async (t) => {
  const cases: [string, string, number, RegExp][] = [
    ['a.md', '---\ntitle: A\n\n# Half', 1, /never closed/],
    ['a.md', '---\ntitle: A\ntags: [a\n---\nB', 3, /not YAML/],
    ['a.md', '---\ntitle: A\ntitle: B\n---\n', 3, /unique/],
    ['a.md', '---\n- a\n---\n', 1, /Front matter is fields/],
    ['a.md', '---\na: 1\nb: *none\n---\n', 3, /not YAML/],
    ['a.yml', 'a:\n\tb: 1\n', 2, /not YAML/],
    ['a.yml', 'only words', 1, /Fields are expected/],
    ['a.json', '{\n  "a": 1,\n  "b":\n}', 4, /not JSON/],
    ['a.json', '{\n  "a": 1,\n', 2, /not JSON/],
    ['a.json', '{\n  "a": 1,\n}', 3, /not JSON/],
    ['a.json', '', 1, /not JSON/],
    ['a.json', '5', 1, /object or a list/],
    ['a.csv', 'a,b\n1,2\n3\n', 3, /not CSV/],
    ['a.csv', 'a,b\n1,"2\n', 2, /not CSV/],
  ]
  for (const [file, text, line, message] of cases) {
    const { document, faults } = parseDocument(`content:${file}`, text)
    t.equal(document, null, text)
    t.match(faults, [{ file, line, message }], text)
    t.equal(faults.length, 1, text)
    t.notMatch(faults[0]?.message, /\n/, 'one line')
  }
})

t.test('YAML aliases that expand to too much are rejected', async (t) => {
  const levels = Array.from({ length: 12 }, (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`)
  const { document, faults } = parseDocument('content:a.yml', ['l0: &l0 [x]', ...levels].join('\n'))
  t.equal(document, null)
  t.match(faults, [{ file: 'a.yml', message: /not YAML/ }])
})

t.test('__proto__ is not a field', async (t) => {
  for (const text of ['__proto__.polluted: yes', '__proto__: {polluted: yes}', 'a.__proto__.polluted: yes\na.b: 1']) {
    const { document } = parseDocument('content:a.yml', text)
    const { a = {} } = document as { a?: object }
    t.notOk('polluted' in (document ?? {}) || 'polluted' in a, text)
    t.notOk('polluted' in {}, text)
  }
})

t.test('dotted fields are merged into nested fields', async (t) => {
  const { document } = parseDocument(
    'content:a.yml',
    'navigation: {title: A}\nnavigation.icon: pen\nlist.0.a: 1\nlist.1: b\nx.1: c\n',
  )
  t.match(document, { navigation: { title: 'A', icon: 'pen' }, list: [{ a: 1 }, 'b'], x: { 1: 'c' } })
})

const PRODUCTS = [
  '---\n',
  'a: ',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  ':::',
  '::',
  ':x',
  '#',
  '\n',
  '\n\n',
  '- ',
  '|',
  '*',
  '`',
  '![',
  '](',
  '<b',
  '>',
  '&a',
  '*a',
  '.',
  ',',
  'Ё',
  '日',
  '\u0000',
  '\r',
  '\t',
  '__proto__',
  'faqs',
  'spot',
  '[^1]',
  '=',
]
const text = fc.array(fc.oneof(fc.constantFrom(...PRODUCTS), fc.string({ maxLength: 5 })), { maxLength: 60 })

t.test('any file is either parsed or rejected, and every fault names an existing line', async (t) => {
  fc.assert(
    fc.property(text, fc.constantFrom('md', 'yml', 'json', 'csv'), (products, extension) => {
      const source = products.join('')
      const { document, faults } = parseDocument(`content:en:a.${extension}`, source, { locales: ['en'] })
      const lines = source.split(/\r\n|\r|\n/).length
      if (document === null && faults.length === 0) throw new Error('neither read nor refused')
      for (const { line, message } of faults) {
        if (!(line >= 1 && line <= lines) || message.includes('\n')) throw new Error(`${line} of ${lines}: ${message}`)
      }
    }),
    { numRuns: 2000, seed: seedOfRun() },
  )
  t.pass('2,000 texts')
})
