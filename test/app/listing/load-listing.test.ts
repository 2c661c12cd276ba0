import t from 'tap'

import { isAnswered, loadListing } from '#app/listing/load-listing.ts'
import { loadSearch } from '#app/search/page/load-search.ts'
import type { Facets, ProductCardList } from '#shared/product/product.ts'
import type { CardQuery, ShopData } from '#shared/shop-data.ts'

const FACETS: Facets = {
  metals: [{ code: 'platinum', value: 'Platinum', count: 100 }],
  cuts: [],
  prices: [],
  in_stock: 100,
}

t.test('a listing asks for its page with what it can be narrowed by', async (t) => {
  const { shop, asked } = shopThatAnswers({ count: 100, facets: FACETS })
  const listing = await loadListing(shop, requestOf('?metal=platinum&page=3'), 'rings')
  t.same(asked, [
    { category: 'rings', metals: ['platinum'], sort: 'featured', limit: 48, offset: 96, withFacets: true },
  ])
  t.match(listing, { metals: ['platinum'], page: 3, list: { count: 100 } })
})

t.test('a shelf looks for nothing, whatever its address says', async (t) => {
  const { shop } = shopThatAnswers({ count: 100, facets: FACETS })
  t.equal((await loadListing(shop, requestOf('?q=halo'), 'rings')).q, '')
})

t.test('who looks for nothing is shown nothing, and the shop is not asked', async (t) => {
  for (const search of ['', '?q=', '?q=%20%20', '?sort=newest'])
    t.same(await loadSearch({} as ShopData, requestOf(search)), { listing: null, bestSellers: [] }, search)
})

t.test('a metal that the shop has never heard of narrows nothing', async (t) => {
  const { shop, asked } = shopThatAnswers({ count: 100, facets: FACETS })
  const listing = await loadListing(shop, requestOf('?metal=platinum&metal=wood'))
  t.same(listing.metals, ['platinum'])
  t.same(asked.at(-1)?.metals, ['platinum'])
})

t.test('a page after the last is missing, the first page of nothing is not', async (t) => {
  const { shop } = shopThatAnswers({ count: 49, facets: FACETS })
  t.equal((await loadListing(shop, requestOf('?page=2'))).page, 2)
  t.match(await loadListing(shop, requestOf('?page=3')).catch((thrown: unknown) => thrown), { init: { status: 404 } })
  const empty = shopThatAnswers({ count: 0, facets: FACETS })
  t.equal((await loadListing(empty.shop, requestOf(''))).list.count, 0)
})

t.test('a list that did not arrive is no list without pieces, and no missing page', async (t) => {
  const { shop } = shopThatAnswers({ count: 0 })
  const { list } = await loadListing(shop, requestOf('?page=2&metal=platinum'))
  t.equal(isAnswered(list), false)
  t.equal(isAnswered({ ...list, facets: FACETS }), true)
})

function requestOf(search: string): Request {
  return new Request(`http://shop.example/en/shop/rings${search}`)
}

function shopThatAnswers(answer: Pick<ProductCardList, 'count' | 'facets'>) {
  const asked: CardQuery[] = []
  const cards: ShopData['cards'] = async (query) => {
    asked.push(query)
    return { products: [], currency_code: 'USD', ...answer }
  }
  return { shop: { cards } as ShopData, asked }
}
