import t from 'tap'

import { loadParts } from '#app/content/load-parts.ts'
import type { ContentQuery } from '#shared/page/content-source.ts'
import type { ProductCard } from '#shared/product/product.ts'
import type { CardQuery, ShopData } from '#shared/shop-data.ts'
import { element } from '#test/app/content/tree.ts'

/** Answers every question with what was asked, and remembers it. */
function listeningShop(documents: Record<string, unknown>[] = []) {
  const asked = { cards: [] as CardQuery[], content: [] as ContentQuery[] }
  const shop = {
    cards: async (query: CardQuery) => {
      asked.cards.push(query)
      const handles = query.handles ?? [query.collection ?? query.category ?? 'none']
      const products = handles.filter((handle) => handle !== 'gone').map((handle) => ({ handle }) as ProductCard)
      return { products, count: products.length, currency_code: 'EUR' }
    },
    content: {
      query: async (query: ContentQuery) => {
        asked.content.push(query)
        return documents
      },
    },
  } as unknown as ShopData
  return { asked, shop }
}

t.test('what the parts of a page show is asked for once, whoever needs it', async (t) => {
  const { asked, shop } = listeningShop()
  const best = () => element('product-cards', { collection: 'best-sellers', limit: 8 })
  const parts = await loadParts(
    [
      best(),
      element('div', {}, best()),
      element('product-cards', { category: 'rings' }),
      element('product-cards', { handles: ['halo', 'gone'] }),
      element('hotspots', {}, element('spot', { handle: 'halo' }), element('spot', { handle: 'oval' })),
    ],
    shop,
    'en',
  )
  t.same(asked.cards, [
    { collection: 'best-sellers', limit: 8 },
    { category: 'rings', limit: 4 },
    { handles: ['halo', 'gone', 'oval'] },
  ])
  t.same(asked.content, [], 'nothing of content is asked where no part shows any')
  t.same(Object.keys(parts.products), ['halo', 'oval'], 'a piece that is gone is left out')
  t.same(
    Object.values(parts.cards).map((cards) => cards.map(({ handle }) => handle)),
    [['best-sellers'], ['rings']],
  )
})

t.test('best-sellers, what is wanted now and what is new are asked for at once', async (t) => {
  const { asked, shop } = listeningShop()
  const { promise: areAllAsked, resolve: allAsked } = Promise.withResolvers<void>()
  const { cards } = shop
  shop.cards = async (query) => {
    const answer = cards(query)
    if (asked.cards.length === 3) allAsked()
    await areAllAsked
    return answer
  }
  const categories = ['best-sellers', 'trending', 'new-in']
  const parts = await loadParts(
    categories.map((collection) => element('product-cards', { collection })),
    shop,
    'en',
  )
  t.same(
    Object.values(parts.cards).map((listed) => listed.map(({ handle }) => handle)),
    categories.map((collection) => [collection]),
  )
})

t.test('cards of articles come by their paths in the language of the page', async (t) => {
  const { asked, shop } = listeningShop([
    { _path: '/blogs/a', title: 'A', date: '2026-03-01', readingMinutes: 2, body: {}, _id: 'x' },
  ])
  const { articles } = await loadParts([element('blog-card', { path: '/blogs/a' })], shop, 'ru')
  t.same(asked.content[0]?.where, [{ _path: { $in: ['/blogs/a'] }, _partial: false }, { _locale: 'ru' }])
  t.same(articles, {
    '/blogs/a': { path: '/blogs/a', title: 'A', description: '', date: '2026-03-01', readingMinutes: 2 },
  })
})

t.test('what cannot be had is left out, and the page stands', async (t) => {
  const { shop } = listeningShop()
  const reported = t.capture(console, 'error', () => undefined)
  shop.content.query = () => Promise.reject(new Error('nothing answers'))
  const parts = await loadParts([element('blog-card', { path: '/blogs/a' }), element('testimonials')], shop, 'en')
  t.same(parts, { cards: {}, products: {}, articles: {}, testimonials: [] })
  t.equal(reported().length, 2)
})

t.test('a testimonial without words or a name is none', async (t) => {
  const whole = { name: 'Ada', words: 'It shines.', rating: 5, product: 'halo' }
  const { shop } = listeningShop([{ name: 'Nobody' }, { words: 'Nothing' }, { ...whole, rating: 9 }, whole])
  const { testimonials } = await loadParts([element('testimonials', { limit: 3 })], shop, 'en')
  t.same(testimonials, [{ name: 'Ada', words: 'It shines.', product: 'halo' }, whole])
})
