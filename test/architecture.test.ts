import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { findCycles, groupEdges, readSources } from '#test/support/module-graph.ts'

const sources = readSources('src', 'server.ts')
const walled = [...sources, ...readSources('commerce/src')]

const ZONE_MAY_IMPORT: Record<string, string[]> = {
  shared: [],
  content: ['shared'],
  app: ['shared', 'content'],
  server: ['shared', 'content'],
  dev: ['shared', 'server'],
  build: ['shared'],
  commerce: [],
}

/** The folders of a zone from top to bottom. A folder may import from lower layers, and from its own without cycles. */
const LAYERS: Record<string, string[][]> = {
  server: [
    ['cli', 'main'],
    ['pages', 'staff'],
    ['orders', 'customers', 'subscriptions', 'contact', 'visitor', 'price-ledger'],
    ['cart'],
    ['catalog'],
    ['content', 'images', 'email'],
    ['http', 'medusa'],
    ['infra'],
  ],
  app: [
    ['pages'],
    ['seo'],
    ['shell'],
    [
      'content',
      'product',
      'listing',
      'search',
      'saved',
      'cart',
      'checkout',
      'orders',
      'account',
      'delivery',
      'country',
      'newsletter',
      'contact',
    ],
    ['emails', 'analytics', 'consent', 'forms'],
    ['routing', 'i18n'],
    ['ui'],
  ],
  commerce: [
    ['api', 'jobs', 'subscribers', 'workflows', 'scripts', 'migration-scripts', 'admin'],
    ['seed'],
    ['customers', 'orders', 'modules'],
    ['http', 'storefront'],
    ['shop', 'media'],
  ],
}

/** Three programs pass it to `config.ts`; development creates the environment of its child processes from it. */
const MAY_READ_ENVIRONMENT = new Set([
  'server.ts',
  'src/server/config.ts',
  'src/dev/seed.ts',
  'src/server/cli/operator-command.ts',
  'src/dev/processes/run-process.ts',
  'src/dev/install-commerce.ts',
])

/** Not in any build: the development server sends it instead of the entry. */
const DEVELOPMENT_ENTRY = 'src/app/entry.dev.client.ts'

t.test('a zone imports only code that can run in its environment', async (t) => {
  for (const { path, imports } of walled) {
    const zone = zoneOf(path)
    if (zone === undefined) continue
    const allowed = [zone, ...(ZONE_MAY_IMPORT[zone] ?? [])]
    const wrong = imports.filter((target) => {
      const to = zoneOf(target)
      return target.startsWith('test/') || (to !== undefined && !allowed.includes(to))
    })
    t.same(wrong, [], path)
  }
})

t.test('a folder imports only from lower layers', async (t) => {
  for (const { path, imports } of walled) {
    const layer = layerOf(path)
    if (layer === undefined) continue
    t.same(
      imports.filter((target) => {
        const to = layerOf(target)
        return zoneOf(target) === zoneOf(path) && (isEntry(target) || (to !== undefined && to < layer))
      }),
      [],
      path,
    )
  }
})

t.test('every folder belongs to a layer', async (t) => {
  for (const [zone, layers] of Object.entries(LAYERS)) {
    const folders = new Set(walled.filter(({ path }) => zoneOf(path) === zone).map(({ path }) => folderOf(path)))
    folders.delete(undefined)
    t.same(folders, new Set(layers.flat()), zone)
  }
})

t.test('no files import each other in a cycle', async (t) => {
  t.same(findCycles(new Map(walled.map(({ path, imports }) => [path, new Set(imports)]))), [])
})

t.test('no folders and files of one folder import each other in a ring', async (t) => {
  for (const folder of new Set(walled.flatMap(({ path }) => foldersAbove(path)))) {
    const entryOf = (path: string) => (path.startsWith(folder) ? path.slice(folder.length).split('/', 1)[0] : undefined)
    t.same(findCycles(groupEdges(walled, entryOf)), [], folder)
  }
})

t.test('the process that faces the internet has no client of the Admin API', async (t) => {
  const imports = new Map(sources.map((source) => [source.path, source.imports]))
  // The embedded backend is started from `src/dev`, which is in no production image.
  const reached = new Set(['server.ts', 'src/server/app.ts', 'src/server/orders/invoice/invoice-worker.ts'])
  for (const path of reached) {
    for (const target of imports.get(path) ?? []) if (!target.startsWith('src/dev/')) reached.add(target)
  }
  t.ok(reached.has('src/server/medusa/http.ts'))
  t.same(
    [...reached].filter((path) => /^src\/server\/(?:cli|medusa\/admin)\//.test(path)),
    [],
  )
})

t.test('the environment is read in one place', async (t) => {
  const readers = sources.filter(({ text }) => /process\.env|from 'node:process'/.test(text)).map(({ path }) => path)
  t.same(
    readers.filter((path) => !MAY_READ_ENVIRONMENT.has(path)),
    [],
  )
})

t.test('docs/configuration.md documents exactly the settings that exist', async (t) => {
  const [config] = readSources('src/server/config.ts')
  const settings = [...(config?.text ?? '').matchAll(/^ {2}([A-Z_]+): Type\./gm)].map(([, name = '']) => name)
  const document = readFileSync(join(import.meta.dirname, '../docs/configuration.md'), 'utf8')
  const section = document.slice(0, document.indexOf('## Settings of Medusa'))
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const documented = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
  )
  t.same(documented.toSorted(), settings.toSorted())
})

t.test('production code imports only production dependencies', async (t) => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const { path, text, imports } of sources) {
    if (['dev', 'build'].includes(zoneOf(path) ?? '') || path === DEVELOPMENT_ENTRY) continue
    const types = new Set([...text.matchAll(/import type [^'"]*from '([^']+)'/g)].map(([, name = '']) => name))
    const packages = imports
      .filter((name) => !/^(src\/|node:|locales\/)|\.css$/.test(name) && !types.has(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
    t.same(
      packages.filter((name) => !(name in manifest.dependencies)),
      [],
      path,
    )
  }
})

/** Everything of `commerce` is one zone, although only its `src` has layers. */
function zoneOf(path: string): string | undefined {
  return /^(?:src\/([^/]+)|(commerce))\//.exec(path)?.slice(1).find(Boolean)
}

/** @returns the folder of a file below its zone; undefined for files directly in the zone */
function folderOf(path: string): string | undefined {
  return /^(?:src\/[^/]+|commerce\/src)\/([^/]+)\//.exec(path)?.[1]
}

/** @returns the folders that a file is in, from its zone down, each with a slash at the end */
function foldersAbove(path: string): string[] {
  return [...path.matchAll(/\//g)].slice(1).map(({ index }) => path.slice(0, index + 1))
}

function layerOf(path: string): number | undefined {
  const layer = LAYERS[zoneOf(path) ?? '']?.findIndex((folders) => folders.includes(folderOf(path) ?? ''))
  return layer === -1 ? undefined : layer
}

/** The files directly in `src/app` are entry points, which no folder may import. */
function isEntry(path: string): boolean {
  return /^src\/app\/[^/]+\.tsx?$/.test(path)
}

/** Components without states of their own: they only wrap others or render nothing. */
const CARRIERS = ['section', 'server-only', 'when-near', 'hydration-mark'].map((name) => `src/app/ui/${name}.tsx`)

t.test('the style guide shows every component of the interface', async (t) => {
  const [guide] = readSources('src/app/pages').filter(({ path }) => path.endsWith('/styleguide-page.tsx'))
  const parts = readSources('src/app/ui').filter(
    ({ path }) => path.endsWith('.tsx') && !path.includes('/overlays/') && !CARRIERS.includes(path),
  )
  t.same(
    parts.filter(({ path }) => !guide?.imports.includes(path)).map(({ path }) => path),
    [],
  )
})
