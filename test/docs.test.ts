import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import t from 'tap'

import { buildDocumentedApi, describeApi, describeLimits } from '#dev/api-docs.ts'
import { readSources } from '#test/support/module-graph.ts'

const ROOT = join(import.meta.dirname, '..')
/** Generated from the specification's words and from reasons, which name things of their own. */
const QUOTED = ['docs/requirements.md', 'docs/deviations.md']

const names = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...markdownBelow('docs')]
const documents = names.map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }))
const written = documents.filter(({ name }) => !QUOTED.includes(name))
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const configuration = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8')

t.test('a reader follows every link of every document', async (t) => {
  for (const { name, text } of documents) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? join(ROOT, name) : join(ROOT, dirname(name), path)
      t.ok(existsSync(file), `${name}: ${target}`)
      if (anchor && existsSync(file)) t.ok(anchorsOf(readFileSync(file, 'utf8')).includes(anchor), `${name}: ${target}`)
    }
  }
})

t.test('every command that a document names can be run', async (t) => {
  for (const { name, text } of written) {
    for (const [, script = ''] of text.matchAll(/npm run (?:--silent )?([a-z][a-z0-9:-]*)/g))
      t.ok(script in scripts, `${name}: npm run ${script}`)
    for (const [, file = ''] of text.matchAll(/\bnode ((?:src|bin)\/[\w./-]+\.ts)/g)) {
      const path = file.startsWith('bin/') ? join('commerce', file) : file
      t.ok(existsSync(join(ROOT, path)), `${name}: node ${file}`)
    }
    for (const [, kind = '', named = ''] of text.matchAll(/npm run (prove|bench) ([a-z][a-z-]*)/g))
      t.ok(existsSync(join(ROOT, 'test', kind, `${named}.ts`)), `${name}: npm run ${kind} ${named}`)
  }
})

t.test('every file and folder that a document names is there', async (t) => {
  for (const { name, text } of written) {
    for (const [, path = ''] of text.matchAll(/`((?:src|test|commerce|content|locales|docs)\/[^`\s]*)`/g)) {
      const alternatives = path.includes('{') ? expandBraces(path) : [path]
      for (const one of alternatives) {
        const existing = one.includes('*') ? one.slice(0, one.search(/[^/]*\*/)) : one
        t.ok(existsSync(join(ROOT, existing)), `${name}: ${path}`)
      }
    }
  }
})

t.test('every log event of which operations.md speaks is logged', async (t) => {
  const source = readSources('src/server')
    .map(({ text }) => text)
    .join('')
  const table = /\n\| `event` \|[\s\S]*?\n\n/.exec(
    documents.find(({ name }) => name === 'docs/operations.md')?.text ?? '',
  )
  const events = [...(table?.[0] ?? '').matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, event = '']) => event)
  t.ok(events.length > 10)
  for (const event of events) t.ok(source.includes(`'${event}'`), event)
})

t.test('every setting that a document names can be set', async (t) => {
  const settings = new Set(
    [...configuration.matchAll(/`([A-Z][A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, setting = '']) => setting),
  )
  const compose = readFileSync(join(ROOT, 'compose.yaml'), 'utf8')
  for (const { name, text } of written) {
    for (const [, setting = ''] of text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)) {
      const isKnown = settings.has(setting) || compose.includes(setting) || isConstant(setting)
      t.ok(isKnown, `${name}: ${setting}`)
    }
  }
})

t.test('the README can be read in one sitting, and a decision on one page', async (t) => {
  for (const { name, text } of documents) {
    const lines = text.trimEnd().split('\n').length
    if (name === 'README.md') t.ok(lines <= 150, `${name}: ${lines} lines`)
    if (name.startsWith('docs/decisions/')) t.ok(lines <= 50, `${name}: ${lines} lines`)
  }
  t.ok(documents.find(({ name }) => name === 'docs/glossary.md'))
})

const api = await buildDocumentedApi()
t.teardown(() => api.close())

t.test('an engineer opens the API documentation of a development server', async (t) => {
  for (const path of ['/docs/json', '/docs/']) {
    const { statusCode, headers } = await api.inject(path)
    t.equal(statusCode, 200, path)
    t.notMatch(headers['content-security-policy'], "default-src 'none'", `${path} may load its own scripts`)
  }
})

t.test('every route of the API says in a sentence what it does', async (t) => {
  const paths = api.swagger().paths as Record<string, Record<string, { summary?: string }>>
  t.ok(Object.keys(paths).includes('/api/carts/{id}/complete'))
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods))
      t.match(operation.summary, /^[A-Z].{8,80}$/, `${method} ${path}`)
  }
})

t.test('docs/api.md and docs/limits.md describe the routes and their limits as they are', async (t) => {
  const read = (name: string) => readFileSync(join(ROOT, 'docs', name), 'utf8')
  t.equal(read('api.md'), describeApi(api), 'run npm run docs:api')
  t.equal(read('limits.md'), describeLimits(api), 'run npm run docs:api')
})

function markdownBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
    .toSorted()
}

/** @returns the anchors of a document's headings, as GitHub forms them */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
}

function expandBraces(path: string): string[] {
  const [, before = '', inside = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? []
  return inside.split(',').map((part) => before + part + after)
}

function isConstant(name: string): boolean {
  return name === 'ERR_UNKNOWN_FILE_EXTENSION'
}
