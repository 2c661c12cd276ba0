import t from 'tap'

import { countPages, listingSearch, readListingQuery, toCardQuery } from '#app/shop/listing-query.ts'

const read = (query: string) => readListingQuery(new URLSearchParams(query))

t.test('a shelf opens on its first page in the shop’s own order', async (t) => {
  t.same(read(''), { page: 1, sort: 'featured' })
})

t.test('the address turns pages and changes the order', async (t) => {
  t.same(read('page=3&sort=price-asc'), { page: 3, sort: 'price-asc' })
  t.same(toCardQuery(read('page=3&sort=price-asc')), { sort: 'price-asc', limit: 48, offset: 96 })
})

t.test('an address written by hand never breaks a shelf', async (t) => {
  for (const page of ['0', '-1', '1e9', '2.5', ' 2', '999999', 'all']) t.equal(read(`page=${page}`).page, 1, page)
  t.equal(read('sort=random').sort, 'featured')
})

t.test('each page of a shelf has one address', async (t) => {
  t.equal(listingSearch({ page: 1, sort: 'featured' }), '')
  t.equal(listingSearch({ page: 2, sort: 'featured' }), '?page=2')
  t.equal(listingSearch({ page: 2, sort: 'newest' }), '?sort=newest&page=2')
  t.same(read(listingSearch({ page: 7, sort: 'price-desc' }).slice(1)), { page: 7, sort: 'price-desc' })
})

t.test('48 pieces are one page, 49 are two, none is still a page', async (t) => {
  t.same([0, 1, 48, 49, 1000].map(countPages), [1, 1, 1, 2, 21])
})
