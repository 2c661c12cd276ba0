import { shareOf, toReport, type Judgement } from '#test/server/catalog/search/judge-relevance.ts'
import { measureRelevance } from '#test/server/catalog/search/measure-relevance.ts'
/**
 * Queries of shoppers with the products they mean, on the sample shop: a line for every query without the right product
 * among the first three results, and the share of queries with it, by kind and in total, compared with a search for the
 * exact characters. Prints a JSON line for each share; exit 1 if one misses its limit.
 */
import { buildShopServer } from '#test/server/shop-server.ts'
import { startTestCommerce } from '#test/support/commerce.ts'

const commerce = await startTestCommerce({ name: 'search-relevance' })
try {
  const app = await buildShopServer(commerce)
  try {
    const { found, plain } = await measureRelevance(app)
    for (const line of toReport(found)) console.log(`# ${line}`)
    for (const [kind, ofKind] of Map.groupBy(found, ({ row }) => row.kind)) print(kind, ofKind)
    print('all', found, { least: 0.95 })
    print('all, by the very letters', plain, { most: 0.5 })
  } finally {
    await app.close()
  }
} finally {
  await commerce.stop()
}

function print(what: string, judgements: Judgement[], limit?: { least?: number; most?: number }): void {
  const share = shareOf(judgements)
  const { least = 0, most = 1 } = limit ?? {}
  const within = share >= least && share <= most
  if (!within) process.exitCode = 1
  const value = Math.round(share * 1000) / 1000
  const verdict = limit ? { limit, within } : {}
  console.log(
    JSON.stringify({
      name: 'search-relevance',
      what,
      value,
      unit: 'of queries',
      queries: judgements.length,
      ...verdict,
    }),
  )
}
