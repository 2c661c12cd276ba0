/**
 * Upgrades a shop from an earlier commit (`FROM`) to this one and rolls it back, as docs/operations.md says, under a
 * light load. No page may fail, and every cart, order, subscription, wish list and session that one commit wrote has to
 * be there in the other. Prints each failure and one JSON line; exit 1 if something failed or was lost.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { checkOut, commitOf, earlierCommit } from '#test/prove/upgrade/earlier-commit.ts'
import { openMachines } from '#test/prove/upgrade/machines.ts'
import { openSavedList } from '#test/prove/upgrade/saved-list.ts'
import { inviteShoppers } from '#test/prove/upgrade/shoppers.ts'
import { openMailServer } from '#test/support/mail-server.ts'

const BOUND_MS = 20 * 60_000
/** Pages that are read between two steps. */
const PAGES = 100

const ends: (() => unknown)[] = []
const t = { teardown: (end: () => unknown): void => void ends.push(end) }
const bound = setTimeout(() => {
  console.log(JSON.stringify({ failed: `the proof did not end within ${BOUND_MS / 60_000} minutes` }))
  process.exit(1)
}, BOUND_MS)

try {
  const from = await checkOut(process.env['FROM'] || (await earlierCommit()))
  const to = { path: join(import.meta.dirname, '../..'), commit: await commitOf('HEAD') }
  const began = performance.now()
  const mail = await openMailServer(t)
  const { url, ...machines } = await openMachines(t, { commits: [from, to], mail })
  console.error(`# the shop of ${from.commit} starts`)
  await machines.migrate(from)
  await machines.seed(from)
  await machines.replace('medusa', from)
  await machines.balance()
  await machines.replace('storefront', from)

  const hasAccounts = existsSync(join(from.path, 'src/server/customers'))
  const shoppers = await inviteShoppers(url, { mail, hasAccounts })
  t.teardown(shoppers.stop)
  const savedList = await openSavedList(t, url)
  shoppers.keep({ what: 'wish list', check: savedList.check })
  async function writeAndCheck(): Promise<void> {
    await shoppers.write()
    await savedList.add()
    await shoppers.browse(PAGES)
    await shoppers.check()
  }

  shoppers.enter(`${from.commit} serves`)
  await writeAndCheck()

  shoppers.enter('upgrade: tables of Medusa')
  await machines.migrate(to)
  shoppers.enter('upgrade: Medusa')
  await machines.replace('medusa', to)
  shoppers.enter('upgrade: storefronts')
  await machines.replace('storefront', to)
  shoppers.enter(`${to.commit} serves`)
  await shoppers.check()
  await writeAndCheck()

  shoppers.enter('rollback: storefronts')
  await machines.replace('storefront', from)
  shoppers.enter('rollback: Medusa')
  await machines.replace('medusa', from)
  shoppers.enter(`${from.commit} serves again`)
  await shoppers.check()
  await writeAndCheck()

  await shoppers.stop()
  const { counts } = shoppers
  for (const complaint of savedList.complaints) console.log(JSON.stringify({ failed: complaint }))
  counts.failed += savedList.complaints.length
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(JSON.stringify({ name: 'upgrade', from: from.commit, to: to.commit, ...counts, seconds }))
  if (counts.failed + counts.lost > 0) process.exitCode = 1
} finally {
  for (const end of ends.toReversed()) await end()
  clearTimeout(bound)
}
