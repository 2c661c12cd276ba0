import type {
  CategoryList,
  Product,
  ProductAnswer,
  ProductCard,
  ProductCardList,
  Variant,
} from '#shared/product/product.ts'

import { until } from './until.ts'

/** Requests our own API, which answers 503 until it has read the prices of a region. @throws unless the status is 2xx */
export async function getJson<Answer>(url: string): Promise<Answer> {
  const response = await until(async () => [await fetch(url)].find(({ status }) => status !== 503))
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

export async function everyCard(origin: string): Promise<ProductCard[]> {
  const { products, count } = await getJson<ProductCardList>(`${origin}/api/products/all?view=card&limit=200`)
  if (products.length !== count) throw new Error(`the shop has ${count} pieces, ${products.length} came`)
  return products
}

export async function catalogPaths(origin: string): Promise<string[]> {
  const { categories } = await getJson<CategoryList>(`${origin}/api/categories`)
  const groups = categories.flatMap(({ handle, children }) => [
    `/shop/${handle}`,
    ...children.map((child) => `/shop/${handle}/${child.handle}`),
  ])
  const items = (await everyCard(origin)).map(({ handle }) => `/shop/product/${handle}`)
  return ['', '/shop', '/shop/viewAll', ...groups, ...items]
}

export interface Choice {
  product: Product
  variant: Variant
}

/** A ring with a stone whose first metal has two images, in another metal, with enough stock to buy several. */
export async function findRing(origin: string, lang: 'en' | 'ru' = 'en'): Promise<Choice> {
  const { products } = await getJson<ProductCardList>(`${origin}/api/products/rings?view=card&limit=200`)
  for (const { handle, metals } of products) {
    if (metals.length < 2) continue
    const { product } = await getJson<ProductAnswer>(`${origin}/api/products/handle/${handle}?lang=${lang}`)
    const [first] = product.variants
    if (product.tags.length === 0 || (first?.images.length ?? 0) < 2) continue
    const variant = product.variants.find(
      ({ options, inventory_quantity }) => inventory_quantity >= 4 && options['metal'] !== first?.options['metal'],
    )
    if (variant) return { product, variant }
  }
  throw new Error('the sample shop has no such ring')
}

export function labelFor({ product, variant }: Choice, option: string): string {
  const values = product.options.find(({ code }) => code === option)?.values
  const term = values?.find(({ code }) => code === variant.options[option])?.value
  if (term === undefined) throw new Error(`${product.handle} has no ${option}`)
  return term
}
