import t from 'tap'

import { countPages, listingSearch, NO_FILTERS, readListingQuery, toCardQuery } from '#app/listing/listing-query.ts'
import { isAnswered, loadListing } from '#app/listing/load-listing.ts'
import { loadSearch } from '#app/search/page/load-search.ts'
import type { Facets, ProductCardList } from '#shared/product/product.ts'
import type { CardQuery, ShopData } from '#shared/shop-data.ts'

const OPENED = { ...NO_FILTERS, q: '', page: 1, sort: 'featured' } as const

const read = (query: string) => readListingQuery(new URLSearchParams(query))

t.test('a category opens on its first page in the default order, with every product', async (t) => {
  t.same(read(''), OPENED)
  t.same(toCardQuery(read('')), { sort: 'featured', limit: 48, offset: 0 })
})

t.test('the URL selects the page and the order', async (t) => {
  t.same(read('page=3&sort=price-asc'), { ...OPENED, page: 3, sort: 'price-asc' })
  t.same(toCardQuery(read('page=3&sort=price-asc')), { sort: 'price-asc', limit: 48, offset: 96 })
})

t.test('the URL filters a category; its prices are whole units of the currency', async (t) => {
  const query = read('metal=white-gold&metal=platinum&cut=round&price=250-500&stock=in')
  t.same(query, {
    ...OPENED,
    metals: ['platinum', 'white-gold'],
    cuts: ['round'],
    price: { min: 25_000, max: 50_000 },
    inStock: true,
  })
  t.same(toCardQuery(query), {
    sort: 'featured',
    limit: 48,
    offset: 0,
    metals: ['platinum', 'white-gold'],
    cuts: ['round'],
    price: { min: 25_000, max: 50_000 },
    inStock: true,
  })
  t.same(read('price=-250').price, { max: 25_000 })
  t.same(read('price=1000-').price, { min: 100_000 })
  t.same(read('price=-500.01').price, { max: 50_001 }, 'up to 500 in a search')
  t.equal(listingSearch(read('price=-99.90')), '?price=-99.90')
})

t.test('an invalid URL never breaks a category', async (t) => {
  for (const page of ['0', '-1', '1e9', '2.5', ' 2', '999999', 'all']) t.equal(read(`page=${page}`).page, 1, page)
  t.equal(read('sort=random').sort, 'featured')
  for (const price of ['', '-', '0-', '500-250', '250-250', 'a-b', '1.5-2', '-1-5', '1e3-', '999999999-'])
    t.equal(read(`price=${price}`).price, undefined, price)
  t.same(read('cut=square&cut=&metal=&metal=../x&metal=%3Cb%3E&stock=yes'), OPENED)
  const many = Array.from({ length: 500 }, (_, index) => `metal=m${index}`).join('&')
  t.ok(read(many).metals.length <= 12)
})

t.test('each page of a category has one URL', async (t) => {
  t.equal(listingSearch(OPENED), '')
  t.equal(listingSearch({ ...OPENED, page: 2 }), '?page=2')
  t.equal(listingSearch({ ...OPENED, page: 2, sort: 'newest' }), '?sort=newest&page=2')
  const one = '?metal=platinum&metal=white-gold&cut=round&cut=oval&price=250-500&stock=in&sort=price-asc&page=2'
  const other =
    'page=2&stock=in&cut=oval&price=250-500&metal=white-gold&cut=round&metal=platinum&metal=platinum&sort=price-asc'
  t.equal(listingSearch(read(other)), one)
  t.same(read(one.slice(1)), read(other))
  t.equal(listingSearch(read('price=0-250&sort=featured&page=1')), '?price=-250')
})

t.test('a search keeps its query in every URL of its results', async (t) => {
  const query = read('q=oval+ring&metal=platinum')
  t.equal(query.q, 'oval ring')
  t.equal(listingSearch({ ...query, page: 2 }), '?q=oval+ring&metal=platinum&page=2')
  t.equal(listingSearch({ ...OPENED, q: 'кольцо & <b>' }).includes('<'), false)
  t.equal(read(listingSearch({ ...OPENED, q: 'кольцо & <b>' }).slice(1)).q, 'кольцо & <b>')
})

t.test('a category shows 48 products a page and a search 50; an empty list is still one page', async (t) => {
  t.same(
    [0, 1, 48, 49, 1000].map((count) => countPages(count, '')),
    [1, 1, 1, 2, 21],
  )
  t.same(
    [0, 50, 51].map((count) => countPages(count, 'ring')),
    [1, 1, 2],
  )
  t.match(toCardQuery(read('q=ring&page=2')), { limit: 50, offset: 50 })
})

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
