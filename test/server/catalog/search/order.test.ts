import t from 'tap'

import { generatedContents, REGION } from '#test/support/generated/contents.ts'

import { openSearchedShop } from './sample-shop.ts'

const { shop, handles, reading } = await openSearchedShop()
const view = { locale: 'en', regionId: REGION.id } as const

t.test('a category name finds its products first, and the category', async (t) => {
  for (const [q, listed] of [
    ['rings', 'rings'],
    ['кольца', 'rings'],
    ['подвеска', 'pendant'],
    ['колье', 'necklaces'],
    ['серьги-кольца', 'hoops'],
    ['tennis bracelets', 'tennis-bracelets'],
  ] as const) {
    const onCategory = new Set(shop.cards({ category: listed }, view)?.products.map(({ handle }) => handle))
    t.ok(
      handles(q)
        .slice(0, onCategory.size)
        .every((handle) => onCategory.has(handle)),
      q,
    )
    t.equal(reading(q).categories[0]?.handle, listed, q)
  }
  t.same(reading('pear').categories, [])
  t.equal(reading('кольца', 'ru').categories[0]?.name, 'Кольца')
})

t.test('titles weigh more than descriptions, and equal scores keep the shop’s own order', async (t) => {
  const found = handles('band')
  t.same(found.slice(0, 2).toSorted(), ['plain-wedding-band', 'round-eternity-ring'])
  t.ok(found.includes('oval-solitaire-ring'), 'found through its description')
  const rings = handles('solitaire ring')
  t.ok(rings.indexOf('round-solitaire-ring') < rings.indexOf('blue-cushion-solitaire-ring'), 'a best seller')
})

t.test('results are filtered, counted, sorted and paged like a category', async (t) => {
  const all = shop.search({ q: 'ring', withFacets: true }, view)
  for (const { code, count } of all.facets?.metals ?? []) {
    t.equal(shop.search({ q: 'ring', metals: [code] }, view).count, count, code)
  }
  const cheapest = shop
    .search({ q: 'ring', sort: 'price-asc' }, view)
    .products.map(({ price }) => price?.calculated_amount)
  t.same(
    cheapest,
    cheapest.toSorted((a, b) => Number(a) - Number(b)),
  )
  t.same(
    [0, 5, 10].flatMap((offset) => handles('ring', 'en', { limit: 5, offset })),
    handles('ring').slice(0, 15),
  )
  t.equal(shop.search({ q: 'ring', limit: 1 }, view).count, all.count)
  t.equal(shop.search({ q: 'asdfghjkl', withFacets: true }, view).facets?.in_stock, 0)
})

t.test('a card shows the metal of the filter', async (t) => {
  const found = shop.search({ q: 'ring', metals: ['rose-gold'] }, view)
  t.ok(found.products.every((card) => card.shown_metal === 'rose-gold'))
})

t.test('every product is found by its title', async (t) => {
  for (const { value } of generatedContents(37).products.values()) {
    for (const locale of ['en', 'ru'] as const) {
      const title = value.words[locale].title
      t.ok(handles(title, locale).slice(0, 3).includes(value.handle), title)
    }
  }
})
