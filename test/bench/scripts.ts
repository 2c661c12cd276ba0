/** Transfer size of the scripts and styles of a product page, until hydration and in the three seconds after it. */
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

import { bareScriptBytes } from '#test/bench/parts/bare-scripts.ts'
import { findRing } from '#test/support/categories.ts'
import { openBrowser, openProgramShop } from '#test/support/program-shop.ts'
import { openProgram, report } from '#test/support/program.ts'

const SCRIPTS_BEYOND_KB = 34
const STYLES_KB = 20
const AFTER_HYDRATED_MS = 3000

interface Loaded {
  url: string
  bytes: number
}

const bare = await bareScriptBytes()
await using t = openProgram()
const { url: origin } = await openProgramShop(t, 'bench-scripts')
const browser = await openBrowser(t)
const { product } = await findRing(origin)
const loaded = await loadPage(`${origin}/en/shop/product/${product.handle}`)
const scripts = await sizesOf(loaded.scripts)
const styles = await sizesOf(loaded.styles)
const all = sum(scripts)
const each = scripts.toSorted((a, b) => b.bytes - a.bytes)
report('scripts', {
  value: kilobytes(all - bare),
  unit: 'kB, gzip, beyond the bare packages',
  most: SCRIPTS_BEYOND_KB,
  total: kilobytes(all),
  bare: kilobytes(bare),
  each: Object.fromEntries(each.map(({ url, bytes }) => [basename(url), kilobytes(bytes)])),
})
report('styles', { value: kilobytes(sum(styles)), unit: 'kB, gzip', most: STYLES_KB, files: styles.length })

async function loadPage(url: string): Promise<{ scripts: string[]; styles: string[] }> {
  const page = await browser.newPage()
  const scriptUrls = new Set<string>()
  const styleUrls = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scriptUrls.add(request.url())
    if (request.resourceType() === 'stylesheet') styleUrls.add(request.url())
  })
  await page.goto(url)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  // Fixed by design: the measurement covers what the page loads by itself after hydration.
  await pause(AFTER_HYDRATED_MS)
  await page.close()
  return { scripts: [...scriptUrls], styles: [...styleUrls] }
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
