import t from 'tap'

import type { CardQuery } from '#shared/shop-data.ts'

import { AMERICA, EUROPE, makeProduct, makePriceList, makeVariant, openShop } from '../make-contents.ts'
import { rangesOf } from './random-choice.ts'

const inEnglish = { locale: 'en', regionId: AMERICA.id } as const

/** A product in metals, each with its stock. */
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

t.test('a shopper narrows a list by metal and by cut; values widen, headings narrow', async (t) => {
  t.same(ask({ metals: ['platinum'] }).ids, ['both', 'gone'])
  t.same(ask({ metals: ['platinum', 'white-gold'] }).ids, ['both', 'white', 'gone'])
  t.same(ask({ cuts: ['oval'] }).ids, ['white', 'gone'])
  t.same(ask({ metals: ['platinum'], cuts: ['oval'] }).ids, ['gone'])
  t.same(ask({ category: 'rings', metals: ['platinum'] }).ids, ['both'])
  t.same(ask({ collection: 'trending', metals: ['white-gold'] }).ids, ['white'])
  t.same(ask({ metals: [], cuts: [] }).count, 3, 'nothing chosen under a heading is every piece')
})

t.test('what the shop does not have finds nothing, and a tag that is no cut is none', async (t) => {
  t.equal(ask({ metals: ['tin'] }).count, 0)
  t.equal(ask({ cuts: ['trending'] }).count, 0)
  t.equal(ask({ metals: ['tin', 'white-gold'] }).count, 2, 'beside one that it has, it changes nothing')
  t.same(
    ask({ metals: ['tin'], withFacets: true }).facets?.metals.map(({ code }) => code),
    ['white-gold', 'platinum'],
    'and is not repeated to the shopper',
  )
})

t.test('in stock and in platinum means that it can be bought in platinum', async (t) => {
  t.same(ask({ inStock: true }).ids, ['both', 'white'])
  t.same(ask({ inStock: true, metals: ['platinum'] }).ids, [])
  t.same(ask({ inStock: true, metals: ['platinum', 'white-gold'] }).ids, ['both', 'white'])
})

t.test('a price range holds its lower end and not its upper one, in the shopper’s own currency', async (t) => {
  t.same(ask({ price: { min: 20_000, max: 30_000 } }).ids, ['white'])
  t.same(ask({ price: { min: 30_000 } }).ids, ['both', 'gone'])
  t.same(ask({ price: { max: 30_000 } }).ids, ['white'])
  t.same(ask({ price: { max: 30_000 } }, { locale: 'en', regionId: EUROPE.id }).ids, ['both', 'white'])
  t.equal(ask({ price: {} }).count, 3)
  t.equal(ask({ price: { min: 30_000, max: 20_000 } }).count, 0)
})

t.test('a piece stands where the price on its card says, whatever metal is chosen', async (t) => {
  t.same(ask({ metals: ['platinum'], price: { max: 40_000 } }).ids, ['both'])
  t.same(ask({ metals: ['platinum'], price: { min: 60_000 } }).ids, [])
  t.same(ask({ metals: ['platinum'], sort: 'price-desc' }).ids, ['gone', 'both'])
})

t.test('where no prices were ever read a price range finds nothing, and sorting keeps the shop’s order', async (t) => {
  const bare = await openShop(items)
  t.equal(bare.cards({ price: { min: 0 } }, inEnglish)?.count, 0)
  t.same(
    bare.cards({ sort: 'price-desc', withFacets: true }, inEnglish)?.products.map(({ id }) => id),
    ['both', 'white', 'gone'],
  )
  t.same(bare.cards({ withFacets: true }, inEnglish)?.facets?.prices, [])
})

t.test('a count says what ticking that value would show beside the other headings', async (t) => {
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
  t.equal(ask({}).facets, undefined, 'nobody counts what was not asked for')
})

t.test('values of the list stay at their place when nothing is left of them', async (t) => {
  const codes = (query: CardQuery) => {
    const { facets } = ask({ ...query, withFacets: true })
    return [facets?.metals.map(({ code }) => code), facets?.cuts.map(({ code }) => code), facets?.prices.length]
  }
  const all = codes({})
  t.same(all, [['white-gold', 'platinum'], ['round', 'oval'], 3])
  t.same(codes({ price: { min: 10_000_000 } }), all)
  t.same(codes({ category: 'solitaire' }), [['white-gold'], ['oval'], 1], 'a list names only what it has')
  t.same(
    codes({ category: 'solitaire', metals: ['platinum'], cuts: ['round'], price: { min: 50_000 } }),
    [['white-gold', 'platinum'], ['round', 'oval'], 2],
    'and what is chosen, so that it can be let go',
  )
})

t.test('metals are named in the shopper’s language', async (t) => {
  const names = (locale: 'en' | 'ru') =>
    ask({ withFacets: true }, { locale, regionId: AMERICA.id }).facets?.metals.map(({ value }) => value)
  t.same(names('en'), ['White gold', 'Platinum'])
  t.same(names('ru'), ['Белое золото', 'Платина'])
})

t.test('price bands are those of the whole shop in every list, and open at both ends', async (t) => {
  const bands = (query: CardQuery) => rangesOf(ask({ ...query, withFacets: true }).facets)
  t.same(bands({}), [{ max: 30_000 }, { min: 30_000, max: 50_000 }, { min: 50_000 }])
  t.same(bands({ metals: ['white-gold'], inStock: true }), bands({}))
  t.same(bands({ category: 'earrings' }), [{ min: 50_000 }])
})

t.test('what can be bought comes first in every list that the shop orders itself', async (t) => {
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
  t.same(ids({ sort: 'newest' }), ['soldOut', 'old'], 'the newest is the newest, sold out or not')
})
