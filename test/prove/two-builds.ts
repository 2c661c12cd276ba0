/**
 * Two storefronts of different builds behind HAProxy, which alternates between them, as during an update: every
 * first-time visitor gets styles and scripts, whichever build rendered the page.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { firstVisit, type FirstVisit } from '#test/support/first-visits.ts'
import { findHaproxy, startHaproxy } from '#test/support/haproxy.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { openBrowser, openCommerce } from '#test/support/program-shop.ts'
import { check, openProgram } from '#test/support/program.ts'
import { createNextBuild } from '#test/support/shop-folder.ts'
import { startShopProcess } from '#test/support/shop-process.ts'

const VISITS = Number(process.env['VISITS'] ?? 40)

findHaproxy()
await using t = openProgram()
const commerce = await openCommerce(t, { name: 'prove-two-builds' })
const dir = join(commerce.dataDir, 'two-builds')
mkdirSync(dir, { recursive: true })
const next = await createNextBuild(join(dir, 'next'))
const url = await startHaproxy(t, {
  dir,
  origins: async (port) => {
    const open = (name: string, cwd?: string) => {
      const env = {
        ...shopEnvironment(commerce, name),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        TRUST_PROXY: 'loopback',
        NODE_ENV: 'production',
      }
      return startShopProcess(t, { env, ...(cwd ? { cwd } : {}) }).ready()
    }
    return Promise.all([open('first'), open('second', next.path)])
  },
})

const browser = await openBrowser(t)
const visits = new Map<string, FirstVisit[]>()
const isEnough = () => visits.size === 2 && [...visits.values()].every((seen) => seen.length >= VISITS)
for (let nth = 0; !isEnough() && nth < VISITS * 4; nth++) {
  const visit = await firstVisit(browser, `${url}/en`)
  visits.set(visit.build, [...(visits.get(visit.build) ?? []), visit])
  // A visit with an even number of requests does not change whose turn it is.
  if (nth % 2 === 1) await fetch(`${url}/healthz`)
}
for (const [build, seen] of visits) {
  const faults = {
    unstyled: seen.filter(({ isStyled }) => !isStyled).length,
    withoutScripts: seen.filter(({ isHydrated }) => !isHydrated).length,
    again: seen.filter(({ documents }) => documents > 1).length,
    missing: seen.flatMap(({ missing }) => missing).length,
  }
  const isFine = Object.values(faults).every((count) => count === 0)
  check('two-builds', isFine, { build, visits: seen.length, ...faults })
}
if (!isEnough()) process.exitCode = 1
