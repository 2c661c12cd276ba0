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

t.test('a price range includes its lower end and excludes its upper one, in the shopper’s currency', async (t) => {
  t.same(ask({ price: { min: 20_000, max: 30_000 } }).ids, ['white'])
  t.same(ask({ price: { min: 30_000 } }).ids, ['both', 'gone'])
  t.same(ask({ price: { max: 30_000 } }).ids, ['white'])
  t.same(ask({ price: { max: 30_000 } }, { locale: 'en', regionId: EUROPE.id }).ids, ['both', 'white'])
  t.equal(ask({ price: {} }).count, 3)
  t.equal(ask({ price: { min: 30_000, max: 20_000 } }).count, 0)
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
