import t from 'tap'

import { buildShopServer } from '#test/server/api/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

import { shareOf, toPercent, toReport } from './judge-relevance.ts'
import { measureRelevance } from './measure-relevance.ts'
import { RELEVANCE_TABLE } from './relevance-table.ts'

const LEAST = 0.95
/** What the plainest search there is may find of it at most. */
const MOST_PLAIN = 0.5
const LEAST_OF_A_KIND = 12

const app = await buildShopServer(await sharedCommerce())
t.teardown(() => app.close())
const { found, plain, shelves } = await measureRelevance(app)

t.test('shoppers find what they mean in either language, however they type it', async (t) => {
  for (const line of toReport(found)) t.comment(line)
  const share = shareOf(found)
  t.ok(share >= LEAST, `${toPercent(share)} of ${found.length} queries bring it among the first three`)
})

t.test('few of them would find it in a search for the very letters that they type', async (t) => {
  const share = shareOf(plain)
  t.ok(share > 0 && share <= MOST_PLAIN, `${toPercent(share)} of ${plain.length} queries would`)
})

t.test('the table wants nothing that the shop does not have, and no query twice', async (t) => {
  const pieces = shelves.get('all')
  for (const { q, wants } of RELEVANCE_TABLE) t.ok(shelves.has(wants) || pieces?.has(wants), `${q}: ${wants}`)
  t.equal(new Set(RELEVANCE_TABLE.map(({ locale, q }) => `${locale} ${q}`)).size, RELEVANCE_TABLE.length)
  for (const [kind, rows] of Map.groupBy(RELEVANCE_TABLE, (row) => row.kind))
    t.ok(rows.length >= LEAST_OF_A_KIND, `${kind}: ${rows.length}`)
})
