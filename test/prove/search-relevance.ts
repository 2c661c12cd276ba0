import { shareOf, toReport, type Judgement } from '#test/server/catalog/search/judge-relevance.ts'
import { measureRelevance } from '#test/server/catalog/search/measure-relevance.ts'
/**
 * What shoppers type and what they mean by it, asked of the sample shop: a line for every query that does not bring it
 * among the first three, and the share of those that do, by kind and in all; beside it that of a search for the very
 * letters. A JSON line for each share; exit 1 where one is beyond its limit.
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
