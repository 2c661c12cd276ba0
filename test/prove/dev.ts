/**
 * `npm run dev` as developers use it: the seconds from a save until an open page shows it, with a PostgreSQL and a
 * Medusa that keep running; every page and overlay on a phone and on a desktop; and the journeys. React must not log a
 * warning.
 */
import '#test/support/development/development-mode.ts'
import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { removeDataFolder } from '#dev/postgres-home.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { runCommand } from '#test/runner/run-command.ts'
import { filesUnder } from '#test/runner/steps.ts'
import { complaintsIn } from '#test/support/browser.ts'
import { SHARED_COMMERCE } from '#test/support/commerce.ts'
import { startDevShop } from '#test/support/development/dev-shop.ts'
import { EDITS, makeEdit } from '#test/support/development/edits.ts'
import { findViolations } from '#test/support/find-violations.ts'
import { inviteGuests } from '#test/support/guests.ts'
import { openShop } from '#test/support/open-shop.ts'
import { openBrowser, openCommerce } from '#test/support/program-shop.ts'
import { check, openProgram } from '#test/support/program.ts'
import { listScenarios, STAGE } from '#test/support/scenarios.ts'
import { seePopupsBefore } from '#test/support/seen-popups.ts'
import { tour, type TourOptions } from '#test/support/tour.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Journeys about build files, cached pages, a server of their own, or pages without hydration. */
const OF_THE_BUILD = [
  'accessible',
  'color-mode',
  'every-page',
  'in-firefox',
  'odd-products',
  'older-browsers',
  'open-and-close',
  'steady-pages',
  'update-the-shop',
].map((name) => `test/journeys/${name}.test.ts`)
const REFUSED = /console error on \S+: Failed to load resource: the server responded with a status of [45]/
const WINDOWS = new Map([
  [390, 844],
  [1280, 900],
])

await using t = openProgram()
const browser = await openBrowser(t)
await proveEdits()
await provePages()

/** Edits each kind of source while a page is open, over the embedded backend that `npm run dev` starts itself. */
async function proveEdits(): Promise<void> {
  await using own = openProgram()
  // A folder that PostgreSQL can access, which does not run as root.
  const path = join(ROOT, `.data/test/dev-${process.pid}`)
  const dataDir = join(path, '.data')
  own.teardown(() => {
    removeDataFolder(dataDir)
    return rm(path, { recursive: true, force: true })
  })
  await mkdir(path, { recursive: true })
  await symlink(join(ROOT, 'commerce'), join(path, 'commerce'))
  const env = { DATA_DIR: dataDir, PORT: '0', COMMERCE_PORT: '0', COMMERCE_DATABASE_PORT: '0' }
  const shop = await startDevShop(own, { path, env })
  const backend = () =>
    Promise.all(['medusa', 'postgres'].map((name) => readFile(join(dataDir, 'run', `${name}.json`), 'utf8')))
  const before = await backend()
  const context = await browser.newContext({ baseURL: shop.url, locale: 'en-US' })
  await seePopupsBefore(context)
  const complaints = complaintsIn(context, shop.url)
  const page = await context.newPage()
  for (const edit of EDITS)
    console.log(JSON.stringify({ ...(await makeEdit(page, shop, edit)), name: 'dev-edit', edit: edit.name }))
  await context.close()
  for (const complaint of complaints) console.log(complaint)
  check('dev-edits', complaints.length === 0, { complaints: complaints.length })
  check('dev-backend keeps running', JSON.stringify(await backend()) === JSON.stringify(before))
}

async function provePages(): Promise<void> {
  const commerce = await openCommerce(t, { name: 'prove-dev' })
  const { url: origin, stop } = await openShop(commerce, { folder: 'storefront', ...STAGE })
  const pages = await listScenarios(origin)
  const guests = await inviteGuests(browser, origin)
  const findings = (
    await Promise.all(LOCALES.map((locale) => findIn({ origin, scenarios: pages, guests, locale })))
  ).flat()
  await stop()
  for (const finding of findings) console.log(finding)
  check('dev-pages', findings.length === 0, { pages: pages.length, findings: findings.length })

  const journeys = filesUnder(['test/journeys']).filter((file) => !OF_THE_BUILD.includes(file))
  const run = [join(ROOT, 'test/runner/run-files.ts'), ...journeys.map((file) => `development:${file}`)]
  const env = { [SHARED_COMMERCE]: JSON.stringify(commerce) }
  check('dev-journeys', (await runCommand(process.execPath, run, { env, signal: t.signal })) === 0)
}

type Place = Pick<TourOptions, 'origin' | 'scenarios' | 'guests' | 'locale'>

async function findIn(place: Place): Promise<string[]> {
  const complaints: string[][] = []
  const violations: string[] = []
  const failures = await tour({
    ...place,
    browser,
    windowsOf: () => WINDOWS,
    // Only the style guide is checked, because it exists in development only.
    async look(page, { isOfCode }) {
      if (isOfCode) violations.push(...(await findViolations(page)))
    },
    watch: (context) => void complaints.push(complaintsIn(context, place.origin)),
  })
  return [...failures, ...violations, ...complaints.flat().filter((complaint) => !REFUSED.test(complaint))]
}
