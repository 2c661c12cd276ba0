import { execFile } from 'node:child_process'
import { join } from 'node:path'

import fastify from 'fastify'
import t, { type Test } from 'tap'

import type { Catalog } from '#server/catalog/catalog.ts'
import type { CatalogContents, ProductPrices, ProductRecord } from '#server/catalog/records/records.ts'
import { createDatabase, type Database } from '#server/infra/database/database.ts'
import { createPriceLedger } from '#server/price-ledger/price-ledger.ts'
import { createPostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

const PROGRAM = join(import.meta.dirname, '../../../src/server/cli/check-prices-command.ts')
const DAY_MS = 86_400_000

const EUROPE = { id: 'reg_europe', name: 'Europe', currency_code: 'EUR', countries: ['DE'] }
const STAYING = new AbortController().signal

const { log } = fastify()
const postgres = await createPostgresServer(t, 'price-ledger')
await postgres.start()

/** What a ring costs, and what is crossed out beside it. */
type Asked = readonly [amount: number, original?: number]

interface Shop {
  url: string
  database: Database
  /** Has the ledger see these prices; `daysAgo` is when it did. */
  ask: (prices: Record<string, Asked>, daysAgo?: number) => Promise<void>
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
    async ask(prices, daysAgo = 0) {
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
  /** What the backend answers where prices are not loaded. */
  readPrices?: Catalog['readPrices']
}

function storefront(
  database: Database,
  contents: CatalogContents,
  { age = -1, role = 'reader', readPrices = async () => new Map() }: StorefrontOptions = {},
) {
  const status = () => ({ version: null, age, products: 0, currencies: [], role, problem: null })
  return createPriceLedger({ contents: () => contents, age: () => age, status, readPrices }, database, log)
}

/** A storefront where no one from Europe shops. */
function abroad(database: Database, prices: Record<string, Asked>, options: StorefrontOptions = {}) {
  const contents = contentsOf(prices)
  const priceList = contents.priceLists.get(EUROPE.id)?.prices ?? new Map()
  return storefront(database, { ...contents, priceLists: new Map() }, { readPrices: async () => priceList, ...options })
}

function contentsOf(prices: Record<string, Asked>): CatalogContents {
  const stamped = <Value>(value: Value, digest: string) => ({ value, digest, readAt: 0 })
  const items = Object.entries(prices)
  const asked = new Map(
    items.map(([handle, [amount, original = amount]]) => {
      const price = { calculated_amount: amount, original_amount: original }
      const value = { variants: { [`variant_${handle}`]: price } } as unknown as ProductPrices
      return [`prod_${handle}`, stamped(value, `${amount} of ${original}`)]
    }),
  )
  const products = new Map(
    items.map(([handle]) => {
      const record = {
        id: `prod_${handle}`,
        handle,
        variants: [{ id: `variant_${handle}`, sku: handle.toUpperCase() }],
      }
      return [record.id, stamped(record as unknown as ProductRecord, handle)]
    }),
  )
  return {
    frame: stamped({ regions: [EUROPE], categories: [], collections: [] }, ''),
    products,
    priceLists: new Map([[EUROPE.id, { regionId: EUROPE.id, currency_code: EUROPE.currency_code, prices: asked }]]),
  }
}

async function check(databaseUrl: string): Promise<{ code: number; reported: string }> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl }
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, reported: stdout + stderr }),
    )
  })
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

t.test(
  'a price that was raised only to be crossed out is named, with the lowest one of the thirty days before',
  async (t) => {
    const { url, ask } = await open(t)
    await ask({ halo: [100_000], oval: [80_000] }, 60)
    await ask({ halo: [150_000], oval: [80_000] }, 20)
    await ask({ halo: [90_000, 150_000], oval: [60_000, 80_000] }, 10)
    t.same(await check(url), {
      code: 3,
      reported: [
        'Crossed-out prices: 2; more than was asked in the 30 days before: 1',
        `  halo (HALO): €1,500.00 is crossed out since ${day(10)}, but it cost €1,000.00 since ${day(60)}`,
        `Prices are known in, and since: EUR ${day(60)}`,
        '',
      ].join('\n'),
    })
  },
)

t.test('a price that was asked for thirty days may be crossed out, whatever was asked before them', async (t) => {
  const { url, ask } = await open(t)
  await ask({ halo: [100_000] }, 90)
  await ask({ halo: [150_000] }, 45)
  await ask({ halo: [120_000, 150_000] }, 10)
  await ask({ halo: [90_000, 150_000] }, 2)
  t.same(await check(url), {
    code: 0,
    reported: [
      'Crossed-out prices: 1; more than was asked in the 30 days before: 0',
      `Prices are known in, and since: EUR ${day(90)}`,
      '',
    ].join('\n'),
  })
})

t.test('a second sale is measured by the first one, where that is not a month ago', async (t) => {
  const { url, ask } = await open(t)
  await ask({ halo: [150_000] }, 80)
  await ask({ halo: [90_000, 150_000] }, 25)
  await ask({ halo: [150_000] }, 15)
  await ask({ halo: [100_000, 150_000] }, 5)
  t.match(await check(url), { code: 3, reported: new RegExp(`cost €900\\.00 since ${day(25)}`) })
})

t.test('what was reduced before the ledger began is said to be unknown', async (t) => {
  const { url, ask } = await open(t)
  await ask({ halo: [90_000, 150_000], oval: [80_000] })
  t.match(await check(url), { code: 0, reported: /nothing can be said: 1/ })
})

t.test('a piece that is not sold any more is not asked about, and is again once it is back', async (t) => {
  const { url, ask, entries } = await open(t)
  await ask({ halo: [100_000], oval: [80_000] }, 60)
  await ask({ halo: [90_000, 150_000], oval: [80_000] }, 20)
  await ask({ oval: [80_000] }, 10)
  await ask({ oval: [80_000] })
  t.match(await check(url), { code: 0, reported: 'Crossed-out prices: 0;' })
  t.equal((await entries()).length, 4, 'its end is entered once')
  await ask({ halo: [90_000, 150_000], oval: [80_000] })
  t.match(await check(url), { code: 3, reported: /€1,500\.00 is crossed out since/ })
})

t.test('a price is entered once, however often and by however many storefronts it is read', async (t) => {
  const { database, ask, entries } = await open(t)
  const contents = contentsOf({ halo: [100_000], oval: [80_000] })
  const shops = [storefront(database, contents), storefront(database, contents), storefront(database, contents)]
  await Promise.all(shops.map((shop) => shop.write()))
  await Promise.all(shops.map((shop) => shop.write()))
  await ask({ halo: [100_000], oval: [70_000] })
  t.match(await entries(), [
    { handle: 'halo', variants: [{ amount: 100_000 }] },
    { handle: 'oval', variants: [{ amount: 80_000 }] },
    { handle: 'oval', variants: [{ amount: 70_000 }] },
  ])
})

t.test('a sale in a region where nobody has shopped for days is found all the same', async (t) => {
  const { url, database, ask } = await open(t)
  await ask({ halo: [100_000] }, 60)
  await abroad(database, { halo: [90_000, 150_000] }).recordOtherRegion(STAYING)
  t.match(await check(url), { code: 3, reported: /€1,500\.00 is crossed out since/ })
})

t.test('of many storefronts one looks at a region where nobody shops, twice a day', async (t) => {
  const { database, entries } = await open(t)
  let looks = 0
  const counting: StorefrontOptions = {
    readPrices: async () => {
      looks += 1
      return contentsOf({ halo: [100_000] }).priceLists.get(EUROPE.id)?.prices ?? new Map()
    },
  }
  const shops = [1, 2, 3].map(() => abroad(database, { halo: [100_000] }, counting))
  const lookRound = () => Promise.all(shops.map((shop) => shop.recordOtherRegion(STAYING)))
  await lookRound()
  await lookRound()
  await abroad(database, {}, { ...counting, role: 'follower' }).recordOtherRegion(STAYING)
  await storefront(database, contentsOf({ halo: [100_000] }), counting).recordOtherRegion(STAYING)
  t.equal(looks, 1)
  await database.query("UPDATE price_looks SET looked_at = now() - interval '13 hours'")
  await lookRound()
  t.equal(looks, 2)
  t.match(await entries(), [{ handle: 'halo' }])
  t.equal((await entries()).length, 1)
})

t.test('where the backend fails while a region is looked at, it is looked at again the next time', async (t) => {
  const { database, entries } = await open(t)
  const readPrices = async () => {
    throw new Error('away')
  }
  await abroad(database, { halo: [100_000] }, { readPrices }).recordOtherRegion(STAYING)
  await abroad(database, { halo: [100_000] }).recordOtherRegion(STAYING)
  t.match(await entries(), [{ handle: 'halo' }])
})

t.test(
  'what was read of a region before another storefront entered a newer price is not entered after it',
  async (t) => {
    const { database, ask, entries } = await open(t)
    await ask({ halo: [100_000] })
    const contents = contentsOf({ halo: [100_000] })
    const readPrices = async () => {
      await ask({ halo: [90_000] })
      return contentsOf({ halo: [110_000] }).priceLists.get(EUROPE.id)?.prices ?? new Map()
    }
    await storefront(database, { ...contents, priceLists: new Map() }, { readPrices }).recordOtherRegion(STAYING)
    const amounts = (await entries()).map(({ variants }) => variants[0]?.amount)
    t.same(amounts, [100_000, 90_000])
  },
)

t.test('what was saved before the start, or is another process’s to enter, is not entered', async (t) => {
  const { database, entries } = await open(t)
  const contents = contentsOf({ halo: [100_000] })
  await storefront(database, contents, { age: 3600 }).write()
  await storefront(database, contents, { role: 'follower' }).write()
  t.same(await entries(), [])
})

t.test('while the database is away nothing is lost', async (t) => {
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

t.test('what another price replaced more than a year ago is forgotten, what is asked still is not', async (t) => {
  const { database, ask, entries } = await open(t)
  await ask({ halo: [100_000], oval: [80_000] }, 500)
  await ask({ halo: [110_000], oval: [80_000] }, 450)
  await ask({ halo: [120_000], oval: [80_000] }, 10)
  await storefront(database, contentsOf({})).deleteOld()
  t.match(await entries(), [
    { handle: 'halo', variants: [{ amount: 110_000 }] },
    { handle: 'halo', variants: [{ amount: 120_000 }] },
    { handle: 'oval', variants: [{ amount: 80_000 }] },
  ])
})

t.test('an operator who is too early is told so in a sentence', async (t) => {
  const { url } = await open(t)
  t.same(await check(url), {
    code: 1,
    reported: 'No price is known yet: ask again when the shop has read its catalogue.\n',
  })
  t.same(await check(await postgres.makeDatabase()), {
    code: 1,
    reported: 'No shop that keeps a ledger of prices has started on this database yet.\n',
  })
})
