import { readFile } from 'node:fs/promises'

import t from 'tap'

import type { ContentDocument } from '#content/document.ts'
import { parseDocument, type ParseOptions } from '#content/document/parse-document.ts'

interface PathCase {
  name: string
  id: string
  options: ParseOptions
  content?: string
  expected: object
}

const LANGUAGES = { locales: ['en', 'ru'], defaultLocale: 'en' }

const { files } = await readGolden<{ files: Record<string, string> }>('sources')

for (const [name, options] of [
  ['documents', LANGUAGES],
  ['documents-nolocale', {}],
] as const) {
  t.test(`every file is parsed into exactly the expected document: ${name}`, async (t) => {
    const { documents } = await readGolden<{ documents: ContentDocument[] }>(name)
    t.equal(documents.length, 52)
    for (const expected of documents) {
      const { document, faults } = parseDocument(expected._id, files[expected._file] ?? '', options)
      t.strictSame(document, expected, expected._file)
      t.same(faults, [], expected._file)
    }
  })
}

t.test('the path of a file gives its route, language, title and draft status', async (t) => {
  const { cases } = await readGolden<{ cases: PathCase[] }>('given/paths')
  t.equal(cases.length, 34)
  for (const { name, id, options, content, expected } of cases) {
    const { document } = parseDocument(id, content ?? (id.endsWith('.json') ? '{}' : ''), options)
    if (content !== undefined) t.strictSame(document, expected, name)
    else t.strictSame(placeIn(document ?? {}), expected, name)
  }
})

function placeIn(document: object): object {
  return Object.fromEntries(Object.entries(document).filter(([key]) => key === 'title' || key.startsWith('_')))
}

async function readGolden<Content>(name: string): Promise<Content> {
  const file = new URL(`../../fixtures/content/golden/${name}.json`, import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as Content
}
