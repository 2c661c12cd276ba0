import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { startBalancer } from '#test/support/balancer.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { firstVisit } from '#test/support/first-visits.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { createNextBuild } from '#test/support/shop-folder.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const VISITS = 8

const commerce = await sharedCommerce()
const balancer = await startBalancer(t)
const old = await startShop(t, { env: { PUBLIC_URL: balancer.url } })
const folder = await createNextBuild(join(commerce.dataDir, 'next-build'))
const env = {
  ...shopEnvironment(commerce, 'next-build-data'),
  PUBLIC_URL: balancer.url,
  NODE_ENV: 'production',
}
const next = await startShopProcess(t, { cwd: folder.path, env }).ready()
balancer.sendTo(old.url, next)
await until(() => balancer.ready().length === 2)

const [oldFile, nextFile] = [join(import.meta.dirname, '../../..'), folder.path].map(entryOf)

t.test('a first visitor finds styles and scripts while two builds answer by turns', async (t) => {
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const builds = new Map<string, number>()
  for (let visits = 0; visits < VISITS; visits++) {
    const { build, ...visit } = await firstVisit(browser, `${balancer.url}/en`)
    builds.set(build, (builds.get(build) ?? 0) + 1)
    t.same(visit, { isStyled: true, isHydrated: true, documents: 1, missing: [] })
    // A visit of an even number of requests leaves the turn with the same build.
    if (visits % 2 === 1) await fetch(`${balancer.url}/healthz`)
  }
  t.comment(`pages of each build: ${[...builds.values()].join(', ')}`)
  t.equal(builds.size, 2, 'both builds were visited')
})

t.test('a storefront sends the files of the other build as it sends its own', async (t) => {
  t.not(oldFile, nextFile)
  for (const [own, origin, other] of [
    [oldFile, old.url, next],
    [nextFile, next, old.url],
  ] as const) {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const ask = async (from: string) => {
        const answer = await fetch(from + own, { headers: { 'accept-encoding': encoding } })
        const { headers, status } = answer
        return {
          status,
          type: headers.get('content-type')?.replaceAll(' ', ''),
          encoding: headers.get('content-encoding'),
          cache: headers.get('cache-control'),
          varies: /accept-encoding/i.test(headers.get('vary') ?? ''),
          nosniff: headers.get('x-content-type-options'),
          body: await answer.text(),
        }
      }
      t.same(await ask(other), await ask(origin), `${own} as ${encoding}`)
    }
    const head = await fetch(other + own, { method: 'HEAD' })
    t.equal(head.status, 200)
    t.equal(await head.text(), '')
  }
})

t.test('an open page of one build reads what it is made of from the other', async (t) => {
  const { id } = (await (await fetch(`${next}/_app/builds/latest.json`)).json()) as { id: string }
  const answer = await fetch(`${old.url}/_app/builds/meta/${id}.json`)
  t.equal(answer.status, 200)
  t.equal(((await answer.json()) as { id: string }).id, id)
})

t.test('a file that no build has is not found, and costs the database at most ten questions a second', async (t) => {
  const { database } = old.app
  let queries = 0
  const { query } = database
  t.teardown(() => Object.assign(database, { query }))
  Object.assign(database, {
    query: (...args: Parameters<typeof query>) => {
      if (args[0].includes('FROM assets')) queries += 1
      return query(...args)
    },
  })
  const began = performance.now()
  const junk = Array.from({ length: 300 }, (_, nth) => `/assets/junk${nth}-abcdefgh.js`)
  const answers = await Promise.all(junk.map((path) => fetch(old.url + path)))
  for (const answer of answers) await answer.text()
  t.same([...new Set(answers.map(({ status }) => status))], [404])
  t.equal(answers[0]?.headers.get('cache-control'), 'no-store')
  t.ok(queries <= 1 + (performance.now() - began) / 100, `${queries} questions`)
  const asked = queries
  for (const path of ['/assets/junk.js', '/assets/..%2f..%2fpackage.json', '/_app/builds/meta/junk.json'])
    t.equal((await fetch(old.url + path)).status, 404)
  t.equal(queries, asked, 'names that no build gives ask nothing')
})

t.test('a storefront whose database is away still sends its own files, and says 404 to the others', async (t) => {
  const alone = await startShop(t, { env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } })
  t.equal((await fetch(`${alone.url}/readyz`)).status, 200, 'no start waits for it')
  t.equal((await fetch(alone.url + oldFile)).status, 200)
  t.equal((await fetch(alone.url + nextFile)).status, 404)
})

/** The style sheet of a build; a change of any style gives it another name. */
function entryOf(path: string): string {
  const manifest = JSON.parse(readFileSync(join(path, 'dist/client/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { css?: string[] }
  >
  return `/${manifest['index.html']?.css?.[0] ?? ''}`
}
