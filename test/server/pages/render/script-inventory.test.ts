import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { scriptInventoryPath, type ScriptInventory } from '#shared/page/script-inventory.ts'
import { listProducts } from '#test/server/shop-server.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { BROWSER, inlineScripts } from '#test/support/read-stream.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { visitShop } from '#test/support/test-shop.ts'

const CLIENT = join(import.meta.dirname, '../../../../dist/client')
/** Inline scripts that React streams to reveal deferred content: its runtime, then one call for each boundary. */
const REACT_STREAMING =
  /^(?:\$RB=\[\];\$RV=function\(|\$RC\("[\w:]+","[\w:]+"\)|\$RT=performance\.now\(\)|requestAnimationFrame\(function\(\)\{\$RT=)/

const shop = await visitShop(t)
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
