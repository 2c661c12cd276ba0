import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { buildManifestPath, type BuildManifest } from '#shared/page/build-manifest.ts'
import { scriptInventoryPath, type ScriptInventory } from '#shared/page/script-inventory.ts'
import { listProducts } from '#test/server/shop-server.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { BROWSER, inlineScripts } from '#test/support/read-stream.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
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

const CLIENT = join(import.meta.dirname, '../../../../dist/client')
/** Inline scripts that React streams to reveal deferred content: its runtime, then one call for each boundary. */
const REACT_STREAMING =
  /^(?:\$RB=\[\];\$RV=function\(|\$RC\("[\w:]+","[\w:]+"\)|\$RT=performance\.now\(\)|requestAnimationFrame\(function\(\)\{\$RT=)/

const { id: build } = (await (await fetch(`${shop.url}/_app/builds/latest.json`)).json()) as { id: string }
const inventory = JSON.parse(await readFile(join(CLIENT, scriptInventoryPath(build)), 'utf8')) as ScriptInventory
const hashes = new Map(inventory.scripts.map(({ file, sha384 }) => [file, `sha384-${sha384}`]))

t.test('the checkout page loads only scripts of the inventory, each with its hash', async (t) => {
  const shopper = createHttpShopper({ 'user-agent': BROWSER })
  const { body } = await shopper.call(shop.url, 'POST', '/api/carts', {})
  const { id } = (body as { cart: { id: string } }).cart
  const [variant] = await listProducts(await sharedCommerce(), 1)
  await shopper.call(shop.url, 'POST', `/api/carts/${id}/line-items`, { variant_id: variant, quantity: 1 })
  const response = await shopper.open(`${shop.url}/en/checkout/details`)
  t.equal(response.status, 200)
  const html = await response.text()

  const named = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="(\/[^"]+\.js)"[^>]*>/g)]
  t.ok(named.length > 0)
  for (const [element, path = ''] of named) {
    t.ok(hashes.has(path), path)
    t.match(element, `integrity="${hashes.get(path)}"`)
  }
  t.equal(html.match(/<script\b[^>]*\bsrc=/g)?.length, 1, 'no script of others')
  const [, preloaded = ''] = /<meta name="scripts" content="([^"]*)"/.exec(html) ?? []
  for (const script of preloaded.split(' ')) {
    const [path = '', sha384] = script.split('#')
    t.equal(`sha384-${sha384}`, hashes.get(path), path)
  }

  const used = inventory.scripts.filter(({ checkout }) => checkout !== 'never')
  const map = JSON.stringify({ integrity: Object.fromEntries(used.map(({ file }) => [file, hashes.get(file)])) })
  const [importMap, colorMode = '', ...others] = inlineScripts(html)
  t.equal(importMap, map, 'the browser refuses another script that comes later')
  for (const script of others) t.match(script, REACT_STREAMING)
  const sha256 = createHash('sha256').update(colorMode).digest('base64')
  t.match(response.headers.get('content-security-policy'), `script-src 'self' 'sha256-${sha256}' 'nonce-`)
})

t.test('the inventory has every script of the build, with its purpose and hash', async (t) => {
  const imported = new Set<string>()
  for (const { file, purpose } of inventory.scripts) {
    t.not(purpose, 'purpose unknown', file)
    const text = await readFile(join(CLIENT, file), 'utf8')
    t.equal(`sha384-${createHash('sha384').update(text).digest('base64')}`, hashes.get(file), file)
    for (const [, name] of text.matchAll(/["'`]\.{0,2}\/(?:assets\/)?([\w.-]+\.js)["'`]/g))
      imported.add(`/assets/${name}`)
  }
  t.ok(imported.size > 0)
  t.same(
    [...imported].filter((file) => !hashes.has(file)),
    [],
  )
  const checkout = inventory.scripts.find(({ file }) => file.includes('/checkout-page-'))
  t.match(checkout, { purpose: /^Checkout: contact, address/, checkout: 'at once' })
})
