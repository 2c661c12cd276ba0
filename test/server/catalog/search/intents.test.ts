import t from 'tap'

import { REGION } from '#test/support/generated/contents.ts'
import { openGeneratedShop } from '#test/support/generated/open-shop.ts'

import { INTENTS_TABLE, type IntentRow } from './intents-table.ts'

const SAMPLE = 37
const FIRST = 3
const LEAST = 0.95

const { shop } = await openGeneratedShop(SAMPLE)

/** Returns what a row misses; nothing if it is met. */
function missing({ locale, q, page, price, product }: IntentRow): string[] {
  const view = { locale, regionId: REGION.id }
  const { pages, reading, products } = shop.search({ q }, view)
  const paths = pages.map(({ path }) => path)
  const first = products.slice(0, FIRST).map(({ handle }) => handle)
  const inCategory = new Set(product && shop.cards({ category: product }, view)?.products.map(({ handle }) => handle))
  const isProduct =
    !product || first.includes(product) || (first.length > 0 && first.every((one) => inCategory.has(one)))
  const [min = null, max = null] = [reading.price?.min, reading.price?.max].map(
    (side) => side && Math.floor(side / 100),
  )
  return [
    ...(page === undefined || [page].flat().includes(paths[0] ?? null)
      ? []
      : [`the page is ${paths.join(', ') || 'missing'}`]),
    ...(price && `${min}-${max}` !== price.join('-').replace(/^-/, 'null-').replace(/-$/, '-null')
      ? [`price ${min}-${max}`]
      : []),
    ...(!price && reading.price ? ['a price was read'] : []),
    ...(isProduct ? [] : [`first came ${first.join(', ') || 'nothing'}`]),
  ]
}

t.test('pages, prices and occasions are found in one search', async (t) => {
  const missed = INTENTS_TABLE.flatMap((row) => {
    const faults = missing(row)
    return faults.length > 0 ? [`“${row.q}”: ${faults.join('; ')}`] : []
  })
  for (const line of missed) t.comment(line)
  t.ok(INTENTS_TABLE.length >= 60, `${INTENTS_TABLE.length} queries`)
  const share = 1 - missed.length / INTENTS_TABLE.length
  t.ok(share >= LEAST, `${INTENTS_TABLE.length - missed.length} of ${INTENTS_TABLE.length}`)
})
