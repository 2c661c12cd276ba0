/**
 * `npm run screenshots`: an image of every page and overlay in every width, light and language, a page that shows
 * them, and ten picked at random to be looked at closely. Ends with 1 where one could not be taken.
 */
import { join, relative } from 'node:path'

import { findChromium } from '#test/runner/find-chromium.ts'
import { OPTIONS, readOptions } from '#test/screenshots/read-options.ts'
import { takeShots } from '#test/screenshots/take-shots.ts'
import { writeIndex } from '#test/screenshots/write-index.ts'
import { inviteGuests } from '#test/support/guests.ts'
import { openBrowser, openProgramShop } from '#test/support/program-shop.ts'
import { check, openProgram, startWatch } from '#test/support/program.ts'
import { createRandom } from '#test/support/random.ts'
import { STAGE, listScenarios } from '#test/support/scenarios.ts'

const PICKED = 10

const { scenarios: names, locales, windows, seed } = readOptions(process.argv.slice(2))
const folder = join(process.env['DATA_DIR'] ?? join(import.meta.dirname, '../.data'), 'screenshots')
await using t = openProgram()
const { signal } = t
const seconds = startWatch()
const { url: origin } = await openProgramShop(t, 'screenshots', STAGE)
process.env['PLAYWRIGHT_CHROMIUM'] = await findChromium(console.error, signal)
const browser = await openBrowser(t)
const all = await listScenarios(origin)
const known = all.map(({ name }) => name)
const unknown = names.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. ${OPTIONS} Known: ${known.join(', ')}`)
const scenarios = all.filter(({ name }) => names.length === 0 || names.includes(name))
const guests = await inviteGuests(browser, origin)
const { shots, failures } = await takeShots({ browser, origin, scenarios, guests, folder, signal, locales, windows })
const shown = scenarios.map(({ name }) => name)
await writeIndex(folder, shown, shots)

for (const failure of failures) console.error(failure)
check('screenshots', failures.length === 0, {
  scenarios: scenarios.length,
  shots: shots.length,
  failures: failures.length,
  seconds: seconds(),
  seed,
})
console.log(`open ${relative('', join(folder, 'index.html'))}, and look closely at:`)
const random = createRandom(seed)
const left = [...shots]
const picked = Array.from({ length: Math.min(PICKED, left.length) }, () => left.splice(random.below(left.length), 1))
for (const { file } of picked.flat()) console.log(`  ${relative('', join(folder, file))}`)
