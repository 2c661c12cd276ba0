import { readFile } from 'node:fs/promises'

import t from 'tap'

import { ContentError } from '#content/content-error.ts'
import type { ContentDocument } from '#content/document.ts'
import { loadDocumentPage, type DocumentPageOptions, type GlobalQuery } from '#content/page/load-document-page.ts'
import { createEngine } from '#content/query/engine.ts'
import { createContentRequests } from '#content/request/content-requests.ts'
import type { ContentQuery, ContentSource } from '#shared/content/content-source.ts'

interface Situation {
  name: string
  route: string
  options: Pick<DocumentPageOptions, 'surround' | 'navigation' | 'page' | 'layoutFallbacks'> & {
    globals?: Record<string, GlobalQuery>
  }
  routeMeta: { pageMetaLayout?: string; documentDriven?: false | Pick<DocumentPageOptions, 'page' | 'surround'> }
  requests: { url: string; params: ContentQuery & { type?: string } }[]
  expected: {
    redirect: string | null
    layout: string | null
    page: (ContentDocument & { _id?: string }) | null
    surround: (string | null)[] | null
    globals: Record<string, unknown>
    navigationNodes: number | null
    printed: string[]
  }
}

const SETTINGS = { locales: ['en', 'ru'], defaultLocale: 'en', navigation: { fields: ['icon', 'layout'] } }

const golden = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../fixtures/content/golden/${name}.json`, import.meta.url), 'utf8')) as unknown
const { cases } = (await golden('documentdriven')) as { cases: Situation[] }
const { documents } = (await golden('documents')) as { documents: ContentDocument[] }

t.test('every URL gets its page, layout, neighbors, navigation and globals with exactly these queries', async (t) => {
  t.equal(cases.length, 25)
  for (const { name, route, options, routeMeta, requests, expected } of cases) {
    // A route that disables document-driven pages sends no queries.
    if (routeMeta.documentDriven === false) continue
    const printed = t.capture(console, 'error', () => undefined)
    const { source, asked } = listenTo(engineOver(documents))
    const found = await loadDocumentPage(source, {
      path: route,
      locale: 'en',
      layout: routeMeta.pageMetaLayout,
      ...options,
      ...routeMeta.documentDriven,
    })
    t.same(asked, requests.map(toQuery), `${name}: what is asked`)
    t.equal(found.redirect, expected.redirect, `${name}: redirect`)
    if (expected.redirect === null) t.equal(found.layout, layoutOf(expected), `${name}: layout`)
    t.equal(found.page?._id, expected.page?._id, `${name}: page`)
    t.same(found.surround?.map((document) => document?._path ?? null) ?? null, expected.surround, `${name}: surround`)
    t.same(countNodes(found.navigation), expected.navigationNodes, `${name}: navigation`)
    t.same(pathsOf(found.globals), expected.globals, `${name}: globals`)
    t.same(
      printed().map(({ args }) => String(args[0])),
      expected.printed,
      `${name}: printed`,
    )
    t.same(found.failed, [], name)
  }
})

t.test('a folder gives its layout to its pages, not to paths that only begin with its name', async (t) => {
  const archive = { ...find('/blogs/birthstones'), _id: 'x', _path: '/blogs-archive/x', _file: 'en/blogs-archive/x.md' }
  const source = engineOver([...documents, { ...archive, _stem: 'en/blogs-archive/x', _dir: 'blogs-archive' }])
  const layoutAt = async (path: string) => (await loadDocumentPage(source, { path, locale: 'en' })).layout
  t.equal(await layoutAt('/blogs/birthstones'), 'blog')
  t.equal(await layoutAt('/blogs-archive/x'), 'default')
})

t.test('a part that cannot be loaded is null and reported as failed, and the rest is loaded', async (t) => {
  const engine = engineOver(documents)
  const fault = new Error('The line is dead')
  const broken = (isBroken: (query: ContentQuery) => boolean): ContentSource => ({
    query: async (query) => (isBroken(query) ? Promise.reject(fault) : engine.query(query)),
    navigation: async (query) => (isBroken(query) ? Promise.reject(fault) : engine.navigation(query)),
  })
  const reported: [string, unknown][] = []
  const load = (source: ContentSource) =>
    loadDocumentPage(source, {
      path: '/blogs/birthstones',
      locale: 'en',
      globals: { theme: { where: [{ _path: '/_globals/theme' }] } },
      onFailure: (part, error) => reported.push([part, error]),
    })

  const nothing = await load(broken(() => true))
  t.match(nothing, { page: null, surround: null, navigation: null, globals: { theme: null }, layout: 'default' })
  t.same(nothing.failed.toSorted(), ['navigation', 'page', 'surround', 'theme'])
  t.same(reported.map(([part]) => part).toSorted(), nothing.failed.toSorted())
  t.ok(reported.every(([, error]) => error === fault))

  const noSurround = await load(broken(({ surround }) => surround !== undefined))
  t.match(noSurround, { page: { _path: '/blogs/birthstones' }, surround: null, layout: 'blog', failed: ['surround'] })

  const missing: ContentSource = {
    ...engine,
    query: async () => Promise.reject(new ContentError(404, 'Document not found!')),
  }
  t.match(await load(missing), { page: null, globals: { theme: null }, failed: [] })
})

t.test('redirects lead to pages and to other hosts, and nowhere else', async (t) => {
  const sentTo = async (redirect: unknown) => {
    const story = { ...find('/old-story'), redirect }
    return (await loadDocumentPage(engineOver([story]), { path: '/old-story', locale: 'en' })).redirect
  }
  for (const target of ['/ourstory', '/blogs?page=2#top', 'https://example.org/x', 'http://example.org']) {
    t.equal(await sentTo(target), target)
  }
  for (const target of [
    '/old-story',
    '/old-story/',
    '/old-story?page=2',
    '/old-story#top',
    '//example.org',
    String.raw`/\example.org`,
    'javascript:alert(1)',
    'blogs',
    'https://',
    7,
    ['/x'],
    null,
    '',
  ]) {
    t.equal(await sentTo(target), null, String(target))
  }
})

t.test('a redirect in any script is encoded for a header', async (t) => {
  const sentTo = async (redirect: string) => {
    const story = { ...find('/old-story'), redirect }
    const { redirect: location } = await loadDocumentPage(engineOver([story]), { path: '/old-story', locale: 'en' })
    return new Headers({ location: location ?? '' }).get('location')
  }
  t.equal(await sentTo('/гид'), encodeURI('/гид'))
  t.equal(await sentTo('https://ru.example.org/Муассанит'), encodeURI('https://ru.example.org/Муассанит'))
  t.equal(await sentTo('/a%20b c'), '/a%20b%20c')
  t.equal(await sentTo('/a\r\nset-cookie: b\t'), '/a%0D%0Aset-cookie:%20b%09')
  t.equal(await sentTo('/\uD800'), '/%EF%BF%BD')
})

function engineOver(some: ContentDocument[]): ContentSource {
  const requests = createContentRequests(createEngine(some, SETTINGS), SETTINGS)
  return {
    query: async (query) => requests.query(query, {}),
    navigation: async (query) => requests.navigation(query, {}),
  }
}

interface Asked {
  kind: string
  params: ContentQuery
}

function listenTo(engine: ContentSource): { source: ContentSource; asked: Asked[] } {
  const asked: Asked[] = []
  const note = (kind: string, params: ContentQuery) => asked.push({ kind, params })
  return {
    asked,
    source: {
      query: (params) => (note('query', params), engine.query(params)),
      navigation: (params) => (note('navigation', params), engine.navigation(params)),
    },
  }
}

function toQuery({ url, params: { type: _type, ...params } }: Situation['requests'][number]): Asked {
  return { kind: url.includes('/navigation/') ? 'navigation' : 'query', params }
}

/** Without a page, the layout is `default`. */
function layoutOf({ page, layout }: Situation['expected']): string | null {
  return page?._id ? layout : 'default'
}

function countNodes(nodes: unknown[] | null): number | null {
  return nodes && nodes.length
}

function pathsOf(globals: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(globals).map(([name, found]) => [name, (found as { _path?: string } | null)?._path ?? found]),
  )
}

function find(path: string): ContentDocument {
  const found = documents.find(({ _path }) => _path === path)
  if (!found) throw new Error(`No document at ${path}`)
  return found
}
