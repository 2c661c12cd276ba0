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

t.test('a listing loads its page together with the facets', async (t) => {
  const { shop, queries } = shopWith({ count: 100, facets: FACETS })
  const listing = await loadListing(shop, requestOf('?metal=platinum&page=3'), 'rings')
  t.same(queries, [
    { category: 'rings', metals: ['platinum'], sort: 'featured', limit: 48, offset: 96, withFacets: true },
  ])
  t.match(listing, { metals: ['platinum'], page: 3, list: { count: 100 } })
})

t.test('a category ignores a search query in its URL', async (t) => {
  const { shop } = shopWith({ count: 100, facets: FACETS })
  t.equal((await loadListing(shop, requestOf('?q=halo'), 'rings')).q, '')
})

t.test('a search without a query shows no results and sends no request', async (t) => {
  for (const search of ['', '?q=', '?q=%20%20', '?sort=newest'])
    t.same(await loadSearch({} as ShopData, requestOf(search)), { listing: null, bestSellers: [] }, search)
})

t.test('an unknown metal does not filter', async (t) => {
  const { shop, queries } = shopWith({ count: 100, facets: FACETS })
  const listing = await loadListing(shop, requestOf('?metal=platinum&metal=wood'))
  t.same(listing.metals, ['platinum'])
  t.same(queries.at(-1)?.metals, ['platinum'])
})

t.test('a page after the last is a 404; the first page of an empty list is not', async (t) => {
  const { shop } = shopWith({ count: 49, facets: FACETS })
  t.equal((await loadListing(shop, requestOf('?page=2'))).page, 2)
  t.match(await loadListing(shop, requestOf('?page=3')).catch((thrown: unknown) => thrown), { init: { status: 404 } })
  const empty = shopWith({ count: 0, facets: FACETS })
  t.equal((await loadListing(empty.shop, requestOf(''))).list.count, 0)
})

t.test('a list that could not be loaded counts neither as empty nor as a 404', async (t) => {
  const { shop } = shopWith({ count: 0 })
  const { list } = await loadListing(shop, requestOf('?page=2&metal=platinum'))
  t.equal(isAnswered(list), false)
  t.equal(isAnswered({ ...list, facets: FACETS }), true)
})

function requestOf(search: string): Request {
  return new Request(`http://shop.example/en/shop/rings${search}`)
}

function shopWith(answer: Pick<ProductCardList, 'count' | 'facets'>) {
  const queries: CardQuery[] = []
  const cards: ShopData['cards'] = async (query) => {
    queries.push(query)
    return { products: [], currency_code: 'USD', ...answer }
  }
  return { shop: { cards } as ShopData, queries }
}
