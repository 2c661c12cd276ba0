import { execFile } from 'node:child_process'
import { join } from 'node:path'

import fastify from 'fastify'
import t, { type Test } from 'tap'

import type { CatalogContents, ProductRecord } from '#server/catalog/records/records.ts'
import { createDatabase, type Database } from '#server/infra/database/database.ts'
import { checkCurrency } from '#server/price-ledger/check-prices.ts'
import { createPriceLedger } from '#server/price-ledger/price-ledger.ts'
import { createPostgresServer } from '#test/support/postgres-server.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { until } from '#test/support/until.ts'

const PROGRAM = join(import.meta.dirname, '../../../src/dev/check-content.ts')
const DAY_MS = 86_400_000

const EUROPE = { id: 'reg_europe', name: 'Europe', currency_code: 'EUR', countries: ['DE'], shippingOptions: [] }

const { log } = fastify()
const postgres = await createPostgresServer(t, 'price-ledger')
await postgres.start()

type Price = readonly [amount: number, original?: number]

interface Shop {
  url: string
  database: Database
  /** Records these prices; `daysAgo` sets the date of the entries. */
  record: (prices: Record<string, Price>, daysAgo?: number) => Promise<void>
  entries: () => Promise<{ handle: string; variants: { amount: number }[] }[]>
}

async function open(t: Test): Promise<Shop> {
  const url = await postgres.makeDatabase()
  const database = createDatabase(url, log)
  t.teardown(() => database.stop())
  database.start()
  await until(() => database.state() === 'ready', 20_000)
  return {
    url,
    database,
    async record(prices, daysAgo = 0) {
      await storefront(database, contentsOf(prices)).write()
      const since = new Date(Date.now() - daysAgo * DAY_MS)
      if (daysAgo > 0)
        await database.query("UPDATE price_ledger SET since = $1 WHERE since > now() - interval '1 hour'", [since])
    },
    entries: async () => database.query('SELECT handle, variants FROM price_ledger ORDER BY handle, since'),
  }
}

interface StorefrontOptions {
  age?: number
  role?: 'reader' | 'follower'
}

function storefront(
  database: Database,
  contents: CatalogContents,
  { age = -1, role = 'reader' }: StorefrontOptions = {},
) {
  const status = () => ({ version: null, age, products: 0, currencies: [], role, problem: null })
  return createPriceLedger({ contents: () => contents, age: () => age, status }, database, log)
}

function contentsOf(prices: Record<string, Price>): CatalogContents {
  const products = Object.entries(prices).map(([handle, [amount, original = amount]]) => {
    const price = { calculated_amount: amount, original_amount: original }
    return {
      id: `prod_${handle}`,
      handle,
      variants: [{ id: `variant_${handle}`, sku: handle.toUpperCase() }],
      prices: { [EUROPE.id]: { variants: { [`variant_${handle}`]: price } } },
    } as unknown as ProductRecord
  })
  return {
    frame: { regions: [EUROPE], categories: [], collections: [] },
    products: new Map(products.map((product) => [product.id, product])),
  }
}

async function checkContent(databaseUrl: string, folder: string): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl }
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, folder, '--prices'], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

/** The crossed-out prices: how many days ago each was reduced, and the lowest price before with its days. */
async function check({ database }: Pick<Shop, 'database'>) {
  const daysSince = (moment: Date) => Math.round((Date.now() - moment.getTime()) / DAY_MS)
  return (await checkCurrency(database, 'EUR')).map(({ sku, crossedOut, since, lowest, isTooHigh }) => ({
    sku,
    crossedOut,
    since: daysSince(since),
    lowest: lowest && [lowest.amount, daysSince(lowest.since)],
    isTooHigh,
  }))
}

t.test('a crossed-out price is compared with the lowest price of the thirty days before', async (t) => {
  const shop = await open(t)
  await shop.record({ halo: [100_000], oval: [80_000] }, 60)
  await shop.record({ halo: [150_000], oval: [80_000] }, 20)
  await shop.record({ halo: [90_000, 150_000], oval: [60_000, 80_000] }, 10)
  t.same(await check(shop), [
    { sku: 'HALO', crossedOut: 150_000, since: 10, lowest: [100_000, 60], isTooHigh: true },
    { sku: 'OVAL', crossedOut: 80_000, since: 10, lowest: [80_000, 60], isTooHigh: false },
  ])
})

t.test('a price that was valid for thirty days may be crossed out, whatever was valid earlier', async (t) => {
  const shop = await open(t)
  await shop.record({ halo: [100_000] }, 90)
  await shop.record({ halo: [150_000] }, 45)
  await shop.record({ halo: [120_000, 150_000] }, 10)
  await shop.record({ halo: [90_000, 150_000] }, 2)
  t.match(await check(shop), [{ since: 10, lowest: [150_000, 45], isTooHigh: false }])
})

t.test('a second sale is compared with a first one less than thirty days before', async (t) => {
  const shop = await open(t)
  await shop.record({ halo: [150_000] }, 80)
  await shop.record({ halo: [90_000, 150_000] }, 25)
  await shop.record({ halo: [150_000] }, 15)
  await shop.record({ halo: [100_000, 150_000] }, 5)
  t.match(await check(shop), [{ lowest: [90_000, 25], isTooHigh: true }])
})

t.test('the lowest price before a reduction from before the ledger is unknown', async (t) => {
  const shop = await open(t)
  await shop.record({ halo: [90_000, 150_000], oval: [80_000] })
  const prices = await check(shop)
  t.equal(prices.length, 1)
  t.match(prices, [{ sku: 'HALO', lowest: undefined, isTooHigh: false }])
})

t.test('a product that is no longer sold has no crossed-out price until it is sold again', async (t) => {
  const shop = await open(t)
  await shop.record({ halo: [100_000], oval: [80_000] }, 60)
  await shop.record({ halo: [90_000, 150_000], oval: [80_000] }, 20)
  await shop.record({ oval: [80_000] }, 10)
  await shop.record({ oval: [80_000] })
  t.same(await check(shop), [])
  t.equal((await shop.entries()).length, 4, 'its end is recorded once')
  await shop.record({ halo: [90_000, 150_000], oval: [80_000] })
  t.match(await check(shop), [{ crossedOut: 150_000, isTooHigh: true }])
})

t.test('a region that the shop has given up has no crossed-out prices', async (t) => {
  const shop = await open(t)
  const { database } = shop
  await shop.record({ halo: [100_000] }, 60)
  await shop.record({ halo: [90_000, 150_000] }, 20)
  const contents = contentsOf({ halo: [90_000, 150_000] })
  const without = (regions: object[]) => ({
    ...contents,
    frame: { ...contents.frame, regions } as CatalogContents['frame'],
  })
  await storefront(database, without([])).write()
  t.equal((await check(shop)).length, 1, 'a catalog without any region ends nothing')
  await storefront(database, without([{ ...EUROPE, id: 'reg_other' }])).write()
  await storefront(database, without([{ ...EUROPE, id: 'reg_other' }])).write()
  t.same(await check(shop), [])
  t.equal((await shop.entries()).length, 3, 'the end is recorded once')
})

t.test('content:check compares what texts promise with the largest reduction', async (t) => {
  const { url, record } = await open(t)
  await record({ halo: [100_000], oval: [80_000] }, 60)
  await record({ halo: [75_100, 100_000], oval: [80_000] })
  const page = 'Rings are now 24% off.\n\nSave up to 25 %.\n'
  const folder = testFolder(t, { en: { 'a.md': page }, ru: { 'a.md': 'А' }, media: { 'manifest.json': '[]' } })
  t.same(await checkContent(url, folder), {
    code: 1,
    output: `${folder}/en/a.md:3 This promises 25 %. No price is reduced by so much; the most is: EUR 24 %.\n`,
  })
})

t.test('a price is recorded once, even if several storefronts read it repeatedly', async (t) => {
  const { database, record, entries } = await open(t)
  const contents = contentsOf({ halo: [100_000], oval: [80_000] })
  const shops = [storefront(database, contents), storefront(database, contents), storefront(database, contents)]
  await Promise.all(shops.map((shop) => shop.write()))
  await Promise.all(shops.map((shop) => shop.write()))
  await record({ halo: [100_000], oval: [70_000] })
  t.match(await entries(), [
    { handle: 'halo', variants: [{ amount: 100_000 }] },
    { handle: 'oval', variants: [{ amount: 80_000 }] },
    { handle: 'oval', variants: [{ amount: 70_000 }] },
  ])
})

t.test('a catalog saved before the start is not recorded, nor does a follower record', async (t) => {
  const { database, entries } = await open(t)
  const contents = contentsOf({ halo: [100_000] })
  await storefront(database, contents, { age: 3600 }).write()
  await storefront(database, contents, { role: 'follower' }).write()
  t.same(await entries(), [])
})

t.test('no price is lost during a database outage', async (t) => {
  const { database, entries } = await open(t)
  const shop = storefront(database, contentsOf({ halo: [100_000] }))
  await postgres.stop()
  await shop.write()
  await shop.write()
  await postgres.start()
  await until(() => database.state() === 'ready', 30_000)
  await shop.write()
  t.match(await entries(), [{ handle: 'halo' }])
})

t.test('a price replaced more than a year ago is deleted; a valid one stays', async (t) => {
  const { database, record, entries } = await open(t)
  await record({ halo: [100_000], oval: [80_000] }, 500)
  await record({ halo: [110_000], oval: [80_000] }, 450)
  await record({ halo: [120_000], oval: [80_000] }, 10)
  await storefront(database, contentsOf({})).deleteOld()
  t.match(await entries(), [
    { handle: 'halo', variants: [{ amount: 110_000 }] },
    { handle: 'halo', variants: [{ amount: 120_000 }] },
    { handle: 'oval', variants: [{ amount: 80_000 }] },
  ])
})
