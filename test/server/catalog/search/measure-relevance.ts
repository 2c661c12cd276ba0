import type { FastifyInstance } from 'fastify'

import type { CategoryList, ProductCardList } from '#shared/product/product.ts'
import type { SearchAnswer } from '#shared/product/search.ts'
import { until } from '#test/support/until.ts'

import { judgeRelevance, type ProductsByCategory } from './judge-relevance.ts'
import { RELEVANCE_TABLE } from './relevance-table.ts'

const PATIENCE_MS = 30_000

export async function measureRelevance(app: FastifyInstance) {
  await until(() => app.catalog.version !== null, PATIENCE_MS)
  return judgeRelevance(RELEVANCE_TABLE, await readCategories(), async ({ q, locale }) => {
    const { products } = await get<SearchAnswer>(`search?${new URLSearchParams({ q, lang: locale, view: 'card' })}`)
    return products.map(({ handle }) => handle)
  })

  async function readCategories(): Promise<ProductsByCategory> {
    const { categories } = await get<CategoryList>('../categories')
    const handles = categories.flatMap(({ handle, children }) => [handle, ...children.map((child) => child.handle)])
    const lists = ['all', ...handles].map(async (category) => {
      const { products } = await get<ProductCardList>(`${category}?view=card&limit=200`)
      return [category, new Set(products.map(({ handle }) => handle))] as const
    })
    return new Map(await Promise.all(lists))
  }

  async function get<Answer>(path: string): Promise<Answer> {
    const { pathname, search } = new URL(path, 'http://shop/api/products/')
    const response = await app.inject(pathname + search)
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`)
    return response.json<Answer>()
  }
}
