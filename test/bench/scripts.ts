/** Transfer size of the scripts and styles of a product page, until hydration and in the three seconds after it. */
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

import { bareScriptBytes } from '#test/bench/parts/bare-scripts.ts'
import { findRing } from '#test/support/categories.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { openShop } from '#test/support/open-shop.ts'

const SCRIPTS_BEYOND_KB = 34
const STYLES_KB = 20
const AFTER_HYDRATED_MS = 3000

interface Loaded {
  url: string
  bytes: number
}

const bare = await bareScriptBytes()
const commerce = await startTestCommerce({ name: 'bench-scripts' })
const shop = await openShop(commerce, { folder: 'storefront' })
const browser = await launchChromium()
try {
  const { product } = await findRing(shop.url)
  const loaded = await loadPage(`${shop.url}/en/shop/product/${product.handle}`)
  const scripts = await sizesOf(loaded.scripts)
  const styles = await sizesOf(loaded.styles)
  const total = sum(scripts)
  const each = scripts.toSorted((a, b) => b.bytes - a.bytes)
  print('scripts', total - bare, SCRIPTS_BEYOND_KB, {
    what: 'gzip beyond the bare packages',
    total: kilobytes(total),
    bare: kilobytes(bare),
    files: scripts.length,
    each: Object.fromEntries(each.map(({ url, bytes }) => [basename(url), kilobytes(bytes)])),
  })
  print('styles', sum(styles), STYLES_KB, { what: 'gzip', files: styles.length })
} finally {
  await browser.close()
  await shop.stop()
  await commerce.stop()
}

/** A first visit with an empty cache and without input. */
async function loadPage(url: string): Promise<{ scripts: string[]; styles: string[] }> {
  const page = await browser.newPage()
  const scripts = new Set<string>()
  const styles = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
    if (request.resourceType() === 'stylesheet') styles.add(request.url())
  })
  await page.goto(url)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  // Fixed by design: the measurement covers what the page loads by itself after hydration.
  await pause(AFTER_HYDRATED_MS)
  await page.close()
  return { scripts: [...scripts], styles: [...styles] }
}

async function sizesOf(urls: string[]): Promise<Loaded[]> {
  return Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
      return { url, bytes: gzipSync(Buffer.from(await answer.arrayBuffer())).length }
    }),
  )
}

function sum(files: Loaded[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0)
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10
}

function print(name: string, bytes: number, budget: number, more: Record<string, unknown>): void {
  const value = kilobytes(bytes)
  if (value > budget) process.exitCode = 1
  console.log(JSON.stringify({ name, value, unit: 'kB', budget, within: value <= budget, ...more }))
}
