import t from 'tap'

import { parseDocument } from '#content/document/parse-document.ts'

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
