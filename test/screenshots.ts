/**
 * `npm run screenshots`: an image of every page and overlay in every width, light and language, a page that shows
 * them, and ten picked at random to be looked at closely. Ends with 1 where one could not be taken.
 */
import { join, relative } from 'node:path'

import { findChromium } from '#test/runner/find-chromium.ts'
import { OPTIONS, readOptions } from '#test/screenshots/read-options.ts'
import { takeShots } from '#test/screenshots/take-shots.ts'
import { writeIndex } from '#test/screenshots/write-index.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { inviteGuests } from '#test/support/guests.ts'
import { openShop } from '#test/support/open-shop.ts'
import { createRandom } from '#test/support/random.ts'
import { STAGE, listScenarios } from '#test/support/scenarios.ts'

const PICKED = 10

const started = performance.now()
const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort(new Error(signal)))

const { scenarios: names, locales, windows, seed } = readOptions(process.argv.slice(2))
const folder = join(process.env['DATA_DIR'] ?? join(import.meta.dirname, '../.data'), 'screenshots')
const commerce = await startTestCommerce({ name: 'screenshots' })
const shop = await openShop(commerce, { folder: 'storefront', ...STAGE })
process.env['PLAYWRIGHT_CHROMIUM'] = await findChromium(console.error, abort.signal)
const browser = await launchChromium()
try {
  const all = await listScenarios(shop.url)
  const known = all.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. ${OPTIONS} Known: ${known.join(', ')}`)
  const scenarios = all.filter(({ name }) => names.length === 0 || names.includes(name))
  const guests = await inviteGuests(browser, shop.url)
  const { shots, failures } = await takeShots({
    browser,
    origin: shop.url,
    scenarios,
    guests,
    folder,
    signal: abort.signal,
    locales,
    windows,
  })
  await writeIndex(
    folder,
    scenarios.map(({ name }) => name),
    shots,
  )

  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    JSON.stringify({
      name: 'screenshots',
      scenarios: scenarios.length,
      shots: shots.length,
      failures: failures.length,
      seconds,
      seed,
    }),
  )
  console.log(`open ${relative('', join(folder, 'index.html'))}, and look closely at:`)
  const random = createRandom(seed)
  const left = [...shots]
  const picked = Array.from({ length: Math.min(PICKED, left.length) }, () => left.splice(random.below(left.length), 1))
  for (const { file } of picked.flat()) console.log(`  ${relative('', join(folder, file))}`)
} finally {
  await browser.close()
  await shop.stop()
  await commerce.stop()
}
