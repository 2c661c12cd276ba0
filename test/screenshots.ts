/**
 * `npm run screenshots`: an image of every page and overlay in every width, light and language, a contact sheet for
 * each, and ten picked at random to be looked at closely. Ends with 1 where one could not be taken.
 */
import { join, relative } from 'node:path'

import { pickAtRandom } from '#test/screenshots/pick-at-random.ts'
import { OPTIONS, readOptions } from '#test/screenshots/read-options.ts'
import { takeShots } from '#test/screenshots/take-shots.ts'
import { writeContactPage } from '#test/screenshots/write-contact-page.ts'
import { writeIndex } from '#test/screenshots/write-index.ts'
import { inviteGuests } from '#test/support/guests.ts'
import { openBrowser, openProgramShop } from '#test/support/program-shop.ts'
import { check, openProgram, startWatch } from '#test/support/program.ts'
import { STAGE, listScenarios } from '#test/support/scenarios.ts'

const PICKED = 10

const { scenarios: names, locales, windows, seed } = readOptions(process.argv.slice(2))
const folder = join(process.env['DATA_DIR'] ?? join(import.meta.dirname, '../.data'), 'screenshots')
await using t = openProgram()
const { signal } = t
const seconds = startWatch()
const { url: origin } = await openProgramShop(t, 'screenshots', STAGE)
const browser = await openBrowser(t)
const all = await listScenarios(origin)
const known = all.map(({ name }) => name)
const unknown = names.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. ${OPTIONS} Known: ${known.join(', ')}`)
const scenarios = all.filter(({ name }) => names.length === 0 || names.includes(name))
const guests = await inviteGuests(browser, origin)
const { shots, failures } = await takeShots({ browser, origin, scenarios, guests, folder, signal, locales, windows })
const shown = scenarios.map(({ name }) => name)
for (const name of shown) {
  const own = shots.filter(({ scenario }) => scenario === name)
  await writeContactPage(folder, name, own)
}
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
for (const { file } of pickAtRandom(shots, PICKED, seed)) console.log(`  ${relative('', join(folder, file))}`)
