import t from 'tap'

import { REGION } from '#test/support/generated/contents.ts'

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
