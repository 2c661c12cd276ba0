import type { FastifyInstance } from 'fastify'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import type { CategoryList, Product, ProductCardList, ProductList } from '#shared/product/product.ts'
import type { SearchAnswer } from '#shared/product/search.ts'
import { until } from '#test/support/until.ts'

import { judgeRelevance, type Judgement, type ProductsByCategory } from './judge-relevance.ts'
import { RELEVANCE_TABLE } from './relevance-table.ts'

const PATIENCE_MS = 30_000

export interface Relevance {
  found: Judgement[]
  /** Results of a plain substring search, as a baseline. */
  plain: Judgement[]
}

export async function measureRelevance(app: FastifyInstance): Promise<Relevance> {
  await until(() => app.catalog.version !== null, PATIENCE_MS)
  const groups = await readCategories()
  const found = await judgeRelevance(RELEVANCE_TABLE, groups, async ({ q, locale }) => {
    const { products } = await get<SearchAnswer>(`search?${new URLSearchParams({ q, lang: locale, view: 'card' })}`)
    return products.map(({ handle }) => handle)
  })
  const texts = new Map(await Promise.all(LOCALES.map(async (locale) => [locale, await readTexts(locale)] as const)))
  const plain = await judgeRelevance(RELEVANCE_TABLE, groups, ({ q, locale }) =>
    (texts.get(locale) ?? []).filter(({ text }) => text.includes(q.toLowerCase())).map(({ handle }) => handle),
  )
  return { found, plain }

  async function readCategories(): Promise<ProductsByCategory> {
    const { categories } = await get<CategoryList>('../categories')
    const handles = categories.flatMap(({ handle, children }) => [handle, ...children.map((child) => child.handle)])
    const lists = ['all', ...handles].map(async (category) => {
      const { products } = await get<ProductCardList>(`${category}?view=card&limit=200`)
      return [category, new Set(products.map(({ handle }) => handle))] as const
    })
    return new Map(await Promise.all(lists))
  }

  async function readTexts(locale: Locale): Promise<{ handle: string; text: string }[]> {
    const { products } = await get<ProductList>(`all?lang=${locale}&limit=200`)
    return products.map((product) => ({ handle: product.handle, text: toText(product) }))
  }

  async function get<Answer>(path: string): Promise<Answer> {
    const { pathname, search } = new URL(path, 'http://shop/api/products/')
    const response = await app.inject(pathname + search)
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`)
    return response.json<Answer>()
  }
}

function toText({ title, subtitle, description, material, categories, collection, tags, ...more }: Product): string {
  const values = more.options.flatMap((option) => option.values.map(({ value }) => value))
  const names = categories.map(({ name }) => name)
  const skus = more.variants.map(({ sku }) => sku)
  return [title, subtitle, description, material, ...names, collection?.title, ...tags, ...values, ...skus]
    .join('\n')
    .toLowerCase()
}
