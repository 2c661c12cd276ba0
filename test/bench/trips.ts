/**
 * Number of source files that run for one action of a shopper: an uncached product page, an addition to the cart, an
 * order until its email arrives. V8 counts the functions of one live request, in browser and server.
 */
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { freePort } from '#dev/processes/ports.ts'
import type { CartAnswer } from '#shared/cart/cart.ts'
import { findRing } from '#test/support/categories.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { openBrowser, openCommerce } from '#test/support/program-shop.ts'
import { openProgram, report } from '#test/support/program.ts'
import { readyCart, type CallApi } from '#test/support/ready-cart.ts'
import { seePopupsBefore } from '#test/support/seen-popups.ts'
import { createShopFolder } from '#test/support/shop-folder.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { choose, SHOPPER } from '#test/support/shopper.ts'

import { inspectProcess } from './parts/inspected-process.ts'
import { filesThatRan, type ScriptCoverage } from './parts/watch-files.ts'

const SERVER_FILES_OF_A_PAGE = 25
const FILES_OF_A_PAGE = 110
const FILES_OF_AN_ADD = 40
const FILES_OF_AN_ORDER = 45
const TIMES = 4

await using t = openProgram()
const path = t.testdir()
const folder = await createShopFolder(path, { isBuilt: false })
for (const [from, to] of [
  ['environments: {', 'environments: { ssr: { build: { sourcemap: true } },'],
  ['client: { build: {', 'client: { build: { sourcemap: true,'],
] as const)
  await folder.edit('vite.config.ts', from, to)
await folder.build()
const port = await freePort(0, 'PORT')
const commerce = await openCommerce(t, { name: 'bench-trips', storefrontUrl: `http://127.0.0.1:${port}` })
const mail = await openMailServer(t)
const shop = startShopProcess(t, {
  cwd: path,
  env: {
    ...shopEnvironment(commerce, 'storefront'),
    PORT: String(port),
    ...mail.env,
    NODE_ENV: 'production',
    NODE_OPTIONS: '--inspect=0',
    // No page is cached.
    PAGE_CACHE_MB: '0',
  },
})
const origin = await shop.ready()
const server = await inspectProcess(shop.output)
t.teardown(() => server.close())
const ran = (scripts: readonly ScriptCoverage[]) =>
  filesThatRan(scripts, path, (url) => (url.startsWith('file://') ? fileURLToPath(url) : undefined))

const ring = await findRing(origin)
const address = `/en/shop/product/${ring.product.handle}`
const page = await everyTime(async () => {
  await fetch(origin + address).then((answer) => answer.text())
  return ran(await server.take())
})
const ofServer = new Set([...page].filter((file) => file.startsWith('src/server/')))
print('product-page-server', ofServer, SERVER_FILES_OF_A_PAGE)
print('product-page', page, FILES_OF_A_PAGE)

const browser = await openBrowser(t)
const context = await browser.newContext()
await seePopupsBefore(context)
const shopper = await context.newPage()
const inBrowser = await everyTime(async () => {
  await shopper.goto(origin + address)
  await shopper.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await choose(shopper, ring)
  await shopper.coverage.startJSCoverage({ resetOnNavigation: false })
  const answered = shopper.waitForResponse((answer) => answer.url().includes('/line-items'))
  await shopper.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await (await answered).finished()
  await shopper.getByRole('dialog').waitFor()
  return filesThatRan(await shopper.coverage.stopJSCoverage(), path, (url) =>
    url.includes('/assets/') ? join(path, 'dist/client/assets', basename(new URL(url).pathname)) : undefined,
  )
})
let visitor = createHttpShopper()
const call: CallApi = (method, url, body) => visitor.call(origin, method, url, body)
const inServer = await everyTime(async () => {
  visitor = createHttpShopper()
  const { cart } = (await call('POST', '/api/carts', {})).body as CartAnswer
  await server.take()
  await call('POST', `/api/carts/${cart.id}/line-items`, { variant_id: ring.variant.id, quantity: 1 })
  return ran(await server.take())
})
print('add-to-cart', new Set([...inServer, ...inBrowser]), FILES_OF_AN_ADD)

let orders = 0
const order = await everyTime(async () => {
  visitor = createHttpShopper()
  const email = `trip-${(orders += 1)}-${SHOPPER.email}`
  const cart = await readyCart(call, { variantId: ring.variant.id, email })
  await server.take()
  const placed = await call('POST', `/api/carts/${cart.id}/complete`, {})
  if (placed.status !== 200) throw new Error(`the order was not placed: ${JSON.stringify(placed)}`)
  await mail.waitFor(email)
  return ran(await server.take())
})
print('order-to-email', order, FILES_OF_AN_ORDER)

/**
 * Runs an action several times; the first run opens connections and caches.
 * @returns the files that ran each time. Background work of the server is excluded
 */
async function everyTime(once: () => Promise<Set<string>>): Promise<Set<string>> {
  await once()
  let files = await once()
  for (let time = 1; time < TIMES; time += 1) {
    const others = await once()
    files = new Set([...files].filter((file) => others.has(file)))
  }
  return files
}

function print(name: string, files: ReadonlySet<string>, most: number): void {
  const each = process.env['FILES'] ? { each: [...files].toSorted() } : {}
  report(name, { value: files.size, unit: 'files', most, ...each })
}
