import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { buildManifestPath, type BuildManifest } from '#shared/page/build-manifest.ts'
import { visitShop } from '#test/support/test-shop.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

const shop = await visitShop(t)

t.test('a page names the build that made it, and the shop says which is the newest', async (t) => {
  const html = await (await fetch(`${shop.url}/en`)).text()
  const latest = await fetch(`${shop.url}/_app/builds/latest.json`)
  t.equal(latest.headers.get('cache-control'), 'no-store')
  t.match(latest.headers.get('content-type'), 'application/json')
  const { id } = (await latest.json()) as { id: string }
  t.match(id, /^[0-9a-f]{12}$/)
  t.match(html, `"build":"${id}"`)
})

t.test('a build describes itself, and every file that it names is there for ever', async (t) => {
  const { id } = (await (await fetch(`${shop.url}/_app/builds/latest.json`)).json()) as { id: string }
  const answer = await fetch(shop.url + buildManifestPath(id))
  t.equal(answer.headers.get('cache-control'), FOR_EVER)
  const { id: own, parts } = (await answer.json()) as BuildManifest
  t.equal(own, id)
  t.match(parts['pages/category-page.tsx']?.[0], /^\/assets\/category-page-/)
  t.match(parts['../../locales/listing/ru.po']?.[0], /^\/assets\/ru-/)
  for (const file of new Set(Object.values(parts).flat())) {
    const script = await fetch(shop.url + file, { method: 'HEAD' })
    t.equal(script.status, 200, file)
    t.match(script.headers.get('content-type'), 'javascript')
    t.equal(script.headers.get('cache-control'), FOR_EVER)
  }
})

t.test('a file that no build holds is a plain no, never a page and never kept', async (t) => {
  const missing = [
    '/assets/index-00000000.js',
    '/assets/index-00000000.js?v=1',
    '/assets/index-00000000.css',
    '/assets/nothing',
    '/assets/',
    '/ASSETS/index-00000000.js',
    '/%61ssets/index-00000000.js',
    '/_app/builds/meta/000000000000.json',
    '/_app/builds/meta/..%2F..%2F..%2F.vite%2Fmanifest.json',
    '/_app/builds/latest.js',
    '/.vite/manifest.json',
    '/.vite/builds.json',
    '/nothing.png',
  ]
  for (const path of missing) {
    for (const accept of ['*/*', 'text/html,*/*']) {
      if (accept !== '*/*' && !/(?:assets|_app)\//i.test(path)) continue
      const answer = await fetch(shop.url + path, { headers: { accept } })
      t.equal(answer.status, 404, path)
      t.match(answer.headers.get('content-type'), /^text\/plain/, path)
      t.match(answer.headers.get('cache-control'), 'no-store', path)
      t.notMatch(await answer.text(), /<html|index\.js/)
    }
  }
})

t.test('a person who follows a dead link to a file still reads a page', async (t) => {
  const answer = await fetch(`${shop.url}/brochure.pdf`, { headers: { accept: 'text/html,*/*', cookie: 'locale=ru' } })
  t.equal(answer.status, 404)
  t.match(await answer.text(), /<html lang="ru/)
})

t.test('the compressed half of a file is no older than the file', async (t) => {
  const { id } = (await (await fetch(`${shop.url}/_app/builds/latest.json`)).json()) as { id: string }
  const plain = await readFile(join(import.meta.dirname, '../../../../dist/client', buildManifestPath(id)), 'utf8')
  const answer = await fetch(shop.url + buildManifestPath(id), { headers: { 'accept-encoding': 'br' } })
  t.equal(answer.headers.get('content-encoding'), 'br')
  t.equal(await answer.text(), plain)
})
