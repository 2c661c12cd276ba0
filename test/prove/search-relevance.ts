/**
 * Queries of shoppers with the products they mean, on the sample shop: a line for every query without the right product
 * among the first three results, and the share of queries with it, by kind and in total, compared with a search for the
 * exact characters.
 */
import { shareOf, toReport, type Judgement } from '#test/server/catalog/search/judge-relevance.ts'
import { measureRelevance } from '#test/server/catalog/search/measure-relevance.ts'
import { buildShopServer } from '#test/server/shop-server.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { openProgram, report } from '#test/support/program.ts'

await using t = openProgram()
const app = await buildShopServer(await openCommerce(t, { name: 'search-relevance' }))
t.teardown(() => app.close())
const { found, plain } = await measureRelevance(app)
for (const line of toReport(found)) console.log(`# ${line}`)
for (const [kind, ofKind] of Map.groupBy(found, ({ row }) => row.kind)) print(kind, ofKind)
print('all', found, { least: 0.95 })
print('all, by the very letters', plain, { most: 0.5 })

function print(what: string, judgements: Judgement[], limit: { least?: number; most?: number } = {}): void {
  const value = shareOf(judgements)
  report(`search-relevance ${what}`, { value, unit: 'of queries', ...limit, queries: judgements.length })
}
