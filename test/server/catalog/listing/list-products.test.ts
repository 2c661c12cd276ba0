import t from 'tap'

import type { CardQuery } from '#shared/shop-data.ts'

import { AMERICA, EUROPE, makeProduct, makePriceList, makeVariant, openShop } from '../make-contents.ts'
import { rangesOf } from './random-choice.ts'

const inEnglish = { locale: 'en', regionId: AMERICA.id } as const

/** A product with a variant per metal. @param stocks metal code -> stock */
function inMetals(id: string, stocks: Record<string, number>, facts: Partial<Parameters<typeof makeProduct>[0]> = {}) {
  const codes = Object.keys(stocks)
  const values = codes.map((code) => ({ id: `val_${code}`, code }))
  const product = makeProduct({
    id,
    options: [{ id: 'opt_metal', code: 'metal', values }],
    variants: codes.map((code) => makeVariant(`${id}_${code}`, { options: { metal: code }, stock: stocks[code] ?? 0 })),
    ...facts,
  })
  product.words.en.values = { 'val_white-gold': 'White gold', val_platinum: 'Platinum' }
  product.words.ru.values = { 'val_white-gold': 'Белое золото', val_platinum: 'Платина' }
  return product
}

const both = inMetals('both', { 'white-gold': 1, platinum: 0 }, { tags: ['round'], categories: ['pcat_halo'] })
const white = inMetals('white', { 'white-gold': 1 }, { tags: ['oval', 'trending'], categories: ['pcat_solitaire'] })
const gone = inMetals('gone', { platinum: 0 }, { tags: ['round', 'oval'], categories: ['pcat_earrings'] })
const items = [both, white, gone]
const usd = makePriceList(AMERICA, items, { both: [30_000, 90_000], white: [20_000], gone: [50_000] })
const eur = makePriceList(EUROPE, items, { both: [27_000, 81_000], white: [18_000], gone: [45_000] })
const shop = await openShop(items, [usd, eur])

const ask = (query: CardQuery, view: Parameters<typeof shop.cards>[1] = inEnglish) => {
  const list = shop.cards(query, view)
  return { ids: list?.products.map(({ id }) => id), count: list?.count, facets: list?.facets }
}

t.test('values of one facet are combined with OR, facets with AND', async (t) => {
  t.same(ask({ metals: ['platinum'] }).ids, ['both', 'gone'])
  t.same(ask({ metals: ['platinum', 'white-gold'] }).ids, ['both', 'white', 'gone'])
  t.same(ask({ cuts: ['oval'] }).ids, ['white', 'gone'])
  t.same(ask({ metals: ['platinum'], cuts: ['oval'] }).ids, ['gone'])
  t.same(ask({ category: 'rings', metals: ['platinum'] }).ids, ['both'])
  t.same(ask({ collection: 'trending', metals: ['white-gold'] }).ids, ['white'])
  t.same(ask({ metals: [], cuts: [] }).count, 3, 'no value of a facet means every product')
})

t.test('unknown values find nothing, and only tags that are cuts filter by cut', async (t) => {
  t.equal(ask({ metals: ['tin'] }).count, 0)
  t.equal(ask({ cuts: ['trending'] }).count, 0)
  t.equal(ask({ metals: ['tin', 'white-gold'] }).count, 2, 'an unknown metal next to a known one changes nothing')
  t.same(
    ask({ metals: ['tin'], withFacets: true }).facets?.metals.map(({ code }) => code),
    ['white-gold', 'platinum'],
    'an unknown metal is not listed',
  )
})

t.test('the filters “in stock” and “platinum” together require platinum in stock', async (t) => {
  t.same(ask({ inStock: true }).ids, ['both', 'white'])
  t.same(ask({ inStock: true, metals: ['platinum'] }).ids, [])
  t.same(ask({ inStock: true, metals: ['platinum', 'white-gold'] }).ids, ['both', 'white'])
})

t.test('a price range includes its lower end and excludes its upper one, in the shopper’s currency', async (t) => {
  t.same(ask({ price: { min: 20_000, max: 30_000 } }).ids, ['white'])
  t.same(ask({ price: { min: 30_000 } }).ids, ['both', 'gone'])
  t.same(ask({ price: { max: 30_000 } }).ids, ['white'])
  t.same(ask({ price: { max: 30_000 } }, { locale: 'en', regionId: EUROPE.id }).ids, ['both', 'white'])
  t.equal(ask({ price: {} }).count, 3)
  t.equal(ask({ price: { min: 30_000, max: 20_000 } }).count, 0)
})

t.test('a product is sorted by the price on its card, whatever metal is chosen', async (t) => {
  t.same(ask({ metals: ['platinum'], price: { max: 40_000 } }).ids, ['both'])
  t.same(ask({ metals: ['platinum'], price: { min: 60_000 } }).ids, [])
  t.same(ask({ metals: ['platinum'], sort: 'price-desc' }).ids, ['gone', 'both'])
})

t.test('without prices a price range finds nothing, and price orders keep the shop’s order', async (t) => {
  const bare = await openShop(items)
  t.equal(bare.cards({ price: { min: 0 } }, inEnglish)?.count, 0)
  t.same(
    bare.cards({ sort: 'price-desc', withFacets: true }, inEnglish)?.products.map(({ id }) => id),
    ['both', 'white', 'gone'],
  )
  t.same(bare.cards({ withFacets: true }, inEnglish)?.facets?.prices, [])
})

t.test('a facet count is the number of products with that value and the other filters', async (t) => {
  const { facets } = ask({ metals: ['platinum'], cuts: ['oval'], withFacets: true })
  t.match(facets?.metals, [
    { code: 'white-gold', count: 1 },
    { code: 'platinum', count: 1 },
  ])
  t.same(facets?.cuts, [
    { code: 'round', count: 2 },
    { code: 'oval', count: 1 },
  ])
  t.equal(facets?.in_stock, 0)
  t.equal(ask({}).facets, undefined, 'facets are counted only on request')
})

t.test('facet values stay listed when their count is zero', async (t) => {
  const codes = (query: CardQuery) => {
    const { facets } = ask({ ...query, withFacets: true })
    return [facets?.metals.map(({ code }) => code), facets?.cuts.map(({ code }) => code), facets?.prices.length]
  }
  const all = codes({})
  t.same(all, [['white-gold', 'platinum'], ['round', 'oval'], 3])
  t.same(codes({ price: { min: 10_000_000 } }), all)
  t.same(codes({ category: 'solitaire' }), [['white-gold'], ['oval'], 1], 'a list shows only its own values')
  t.same(
    codes({ category: 'solitaire', metals: ['platinum'], cuts: ['round'], price: { min: 50_000 } }),
    [['white-gold', 'platinum'], ['round', 'oval'], 2],
    'chosen values stay, so that they can be removed',
  )
})

t.test('metals are named in the shopper’s language', async (t) => {
  const names = (locale: 'en' | 'ru') =>
    ask({ withFacets: true }, { locale, regionId: AMERICA.id }).facets?.metals.map(({ value }) => value)
  t.same(names('en'), ['White gold', 'Platinum'])
  t.same(names('ru'), ['Белое золото', 'Платина'])
})

t.test('every list has the price bands of the whole shop, open at both ends', async (t) => {
  const bands = (query: CardQuery) => rangesOf(ask({ ...query, withFacets: true }).facets)
  t.same(bands({}), [{ max: 30_000 }, { min: 30_000, max: 50_000 }, { min: 50_000 }])
  t.same(bands({ metals: ['white-gold'], inStock: true }), bands({}))
  t.same(bands({ category: 'earrings' }), [{ min: 50_000 }])
})

t.test('products in stock come first in the shop’s own order', async (t) => {
  const old = makeProduct({ id: 'old', createdAt: '2025-01-01T00:00:00.000Z' })
  const soldOut = makeProduct({
    id: 'soldOut',
    createdAt: '2026-09-01T00:00:00.000Z',
    variants: [makeVariant('v', { stock: 0 })],
  })
  const other = await openShop([soldOut, old])
  const ids = (query: CardQuery) => other.cards(query, inEnglish)?.products.map(({ id }) => id)
  t.same(ids({}), ['old', 'soldOut'])
  t.same(ids({ collection: 'new-in' }), ['old', 'soldOut'])
  t.same(ids({ sort: 'newest' }), ['soldOut', 'old'], 'sorting by age ignores stock')
})
