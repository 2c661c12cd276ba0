import { readFile } from 'node:fs/promises'

import t from 'tap'

import type { ContentDocument } from '#content/document.ts'
import type { EngineSettings } from '#content/query/engine.ts'
import { create } from '#test/support/content-adapter.ts'

interface Case {
  name: string
  expected: unknown
  params?: unknown
  mode?: 'advanced' | 'engine'
  /** Differences from the usual configuration. */
  config?: { locales?: string[]; fields?: string[]; navigation?: false }
  documents?: string
  id?: string
  content?: string
  options?: object
}

const USUAL: EngineSettings = { locales: ['en', 'ru'], defaultLocale: 'en', navigation: { fields: ['icon', 'layout'] } }

async function read(file: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../fixtures/content/golden/${file}`, import.meta.url), 'utf8'))
}

const documents = Object.fromEntries(
  await Promise.all(
    ['documents.json', 'documents-nolocale.json'].map(async (file) => {
      const { documents: own } = (await read(file)) as { documents: ContentDocument[] }
      return [file, own] as const
    }),
  ),
)

async function casesOf(group: string): Promise<Case[]> {
  const { cases } = (await read(`given/${group}.json`)) as { cases: Case[] }
  return cases
}

function settingsOf({ config = {} }: Case): EngineSettings {
  const { locales, fields, navigation } = config
  return {
    ...USUAL,
    ...(locales && { locales, defaultLocale: undefined }),
    ...(fields && { navigation: { fields } }),
    ...(navigation === false && { navigation }),
  }
}

/** The result as JSON; an error in the shape of the cases. */
function answer(of: () => unknown): unknown {
  try {
    return plain(of())
  } catch (error) {
    const { statusCode: status, statusMessage } = error as { statusCode?: number; statusMessage?: string }
    if (status === undefined) throw error
    return { $error: { status, statusMessage } }
  }
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

/** Replaces `$doc` references of a case with the whole documents. */
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
      const stored = documents[one.documents ?? 'documents.json'] ?? []
      const adapter = create({ documents: structuredClone(stored), config: settingsOf(one) })
      const ask = () => (group === 'navigation' ? adapter.navigation(one.params) : adapter.query(one.params, one.mode))
      t.strictSame(answer(ask), expand(one.expected, stored), one.name)
    }
  })
}

t.test('files are parsed into documents as in the golden cases', async (t) => {
  const adapter = create({ documents: [], config: USUAL })
  for (const { name, id = '', content, options, expected } of await casesOf('paths')) {
    const derived = plain(adapter.derive(id, content, options)) as Record<string, unknown>
    const own = Object.entries(derived).filter(
      ([key]) => content !== undefined || key === 'title' || key.startsWith('_'),
    )
    t.strictSame(Object.fromEntries(own), expected, name)
  }
})
