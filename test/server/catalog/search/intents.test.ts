import { readFileSync } from 'node:fs'

import t from 'tap'

import type { Locale } from '#shared/i18n/locale.ts'
import { REGION } from '#test/support/generated/contents.ts'
import { openGeneratedShop } from '#test/support/generated/open-shop.ts'

const SAMPLE = 37
const FIRST = 3
const LEAST = 0.95

const { shop } = await openGeneratedShop(SAMPLE)

/**
 * Queries for a page, a price or an occasion, such as `en gift under 500 | /guides/gifts | -500 | rings`: the path of the
 * first page (or several that answer equally well, or `none`), the understood price in units of the currency, and a
 * product among the first three, or the category of all three.
 */
const ROWS = readFileSync(`${import.meta.dirname}/intents.txt`, 'utf8')
  .trim()
  .split('\n')

function missing(row: string): string[] {
  const [query = '', page = '', price = '', product = ''] = row.split(' | ').map((cell) => cell.trim())
  const [locale, q] = [query.slice(0, 2) as Locale, query.slice(3)]
  const view = { locale, regionId: REGION.id }
  const { pages, reading, products } = shop.search({ q }, view)
  const path = pages[0]?.path ?? 'none'
  const first = products.slice(0, FIRST).map(({ handle }) => handle)
  const inCategory = new Set(product && shop.cards({ category: product }, view)?.products.map(({ handle }) => handle))
  const isProduct =
    !product || first.includes(product) || (first.length > 0 && first.every((one) => inCategory.has(one)))
  const sides = [reading.price?.min, reading.price?.max].map((side) => (side ? Math.floor(side / 100) : ''))
  const understood = reading.price ? sides.join('-') : ''
  return [
    ...(page === '' || page.split(' ').includes(path) ? [] : [`the page is ${path}`]),
    ...(understood === price ? [] : [`the price is ${understood}`]),
    ...(isProduct ? [] : [`first came ${first.join(', ') || 'nothing'}`]),
  ]
}

t.test('pages, prices and occasions are found in one search', async (t) => {
  const missed = ROWS.flatMap((row) => {
    const faults = missing(row)
    return faults.length > 0 ? [`${row}: ${faults.join('; ')}`] : []
  })
  for (const line of missed) t.comment(line)
  t.ok(ROWS.length >= 60, `${ROWS.length} queries`)
  t.ok(missed.length <= ROWS.length * (1 - LEAST), `${ROWS.length - missed.length} of ${ROWS.length}`)
})
