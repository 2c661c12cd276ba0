import { readFileSync } from 'node:fs'

import t from 'tap'

import { formatDay } from '#app/content/article/format-day.ts'
import { loadParts } from '#app/content/load-parts.ts'
import { readIntroduction, textOf } from '#app/content/tree/read-nodes.ts'
import { RING_SIZES } from '#app/product/help/ring-sizes.ts'
import type { ContentElement, ContentNode } from '#content/document.ts'
import type { ContentQuery } from '#shared/content/content-source.ts'
import type { ProductCard } from '#shared/product/product.ts'
import type { CardQuery, ShopData } from '#shared/shop-data.ts'

function element(
  tag: string,
  props: Record<string, unknown> = {},
  ...children: (ContentNode | string)[]
): ContentElement {
  return {
    type: 'element',
    tag,
    props,
    children: children.map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
  }
}

function recordingShop(documents: Record<string, unknown>[] = []) {
  const queries = { cards: [] as CardQuery[], content: [] as ContentQuery[] }
  const shop = {
    cards: async (query: CardQuery) => {
      queries.cards.push(query)
      const handles = query.handles ?? [query.collection ?? query.category ?? 'none']
      const products = handles.filter((handle) => handle !== 'gone').map((handle) => ({ handle }) as ProductCard)
      return { products, count: products.length, currency_code: 'EUR' }
    },
    content: {
      query: async (query: ContentQuery) => {
        queries.content.push(query)
        return documents
      },
    },
  } as unknown as ShopData
  return { queries, shop }
}

t.test('parts that need the same data share one request', async (t) => {
  const { queries, shop } = recordingShop()
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
  t.same(queries.cards, [
    { collection: 'best-sellers', limit: 8 },
    { category: 'rings', limit: 4 },
    { handles: ['halo', 'gone', 'oval'] },
  ])
  t.same(queries.content, [], 'content is not queried if no part needs it')
  t.same(Object.keys(parts.products), ['halo', 'oval'], 'a product that is no longer sold is left out')
  t.same(
    Object.values(parts.cards).map((cards) => cards.map(({ handle }) => handle)),
    [['best-sellers'], ['rings']],
  )
})

t.test('best-sellers, trending and new products are requested in parallel', async (t) => {
  const { queries, shop } = recordingShop()
  const { promise: allRequested, resolve: markRequested } = Promise.withResolvers<void>()
  const { cards } = shop
  shop.cards = async (query) => {
    const answer = cards(query)
    if (queries.cards.length === 3) markRequested()
    await allRequested
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

t.test('article cards are loaded by path in the language of the page', async (t) => {
  const { queries, shop } = recordingShop([
    { _path: '/blogs/a', title: 'A', date: '2026-03-01', readingMinutes: 2, body: {}, _id: 'x' },
  ])
  const { articles } = await loadParts([element('blog-card', { path: '/blogs/a' })], shop, 'ru')
  t.same(queries.content[0]?.where, [{ _path: { $in: ['/blogs/a'] }, _partial: false }, { _locale: 'ru' }])
  t.same(articles, {
    '/blogs/a': { path: '/blogs/a', title: 'A', description: '', date: '2026-03-01', readingMinutes: 2 },
  })
})

t.test('a testimonial without a text or a name is ignored', async (t) => {
  const whole = { name: 'Ada', words: 'It shines.', rating: 5, product: 'halo' }
  const { shop } = recordingShop([{ name: 'Nobody' }, { words: 'Nothing' }, { ...whole, rating: 9 }, whole])
  const { testimonials } = await loadParts([element('testimonials', { limit: 3 })], shop, 'en')
  t.same(testimonials, [{ name: 'Ada', words: 'It shines.', product: 'halo' }, whole])
})

t.test('an introduction has a heading, a text, and links if its last paragraph consists of links', (t) => {
  const rings = element('a', { href: '/shop/rings' }, 'Rings')
  const all = element('a', { href: '/shop/viewAll' }, 'All')
  const text = element('p', {}, 'One ', element('a', { href: '/blogs' }, 'read'), ' more.')
  const part = [element('h2', {}, 'A stone'), text, element('p', {}, rings, ' ', all)]
  const found = readIntroduction(part)
  t.equal(textOf(found.heading), 'A stone')
  t.same(found.text, [text], 'a paragraph with text around a link stays a paragraph')
  t.same(found.actions, [rings, all])
  t.same(readIntroduction(part.slice(0, 2)).actions, [])
  t.same(readIntroduction([]), { heading: [], text: [], actions: [] })
  t.end()
})

t.test('a date is formatted in the language of the page', (t) => {
  t.equal(formatDay('2026-03-08', 'en'), '8\u00A0March 2026')
  t.equal(formatDay('2026-11-21', 'ru'), '21\u00A0ноября 2026\u00A0г.')
  t.equal(formatDay('2026-12-31T10:00:00Z', 'en'), '31\u00A0December 2026')
  t.equal(formatDay('soon', 'en'), 'soon')
  t.equal(formatDay('2026-13-01', 'en'), '2026-13-01')
  t.end()
})

t.test('the ring size chart matches the article in the journal', async (t) => {
  const article = readFileSync('content/en/blogs/2.ring-sizes.md', 'utf8')
  const rows = article.split('\n').filter((line) => /^\| \d/.test(line))
  const cells = rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )
  t.same(
    cells.map(([diameter, circumference, america = '', britain, europe, japan, russia]) => ({
      code: america.replace('.', '-'),
      diameter: Number(diameter),
      circumference: Number(circumference),
      america: Number(america),
      britain,
      europe: Number(europe),
      japan,
      russia: Number(russia),
    })),
    RING_SIZES,
  )
})
