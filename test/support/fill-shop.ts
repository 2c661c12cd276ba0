import { join } from 'node:path'

import { generateProducts } from '#dev/generate-products.ts'

import type { TestCommerce } from './commerce.ts'

const COMMERCE = join(import.meta.dirname, '../../commerce')

/** Adds generated products to the sample shop until it has a thousand, or `PRODUCTS`. @param logs folder */
export async function fillShop({ store, shopDatabaseUrl }: TestCommerce, logs: string): Promise<void> {
  const { count } = await store<{ count: number }>('/store/products?limit=1')
  const products = Number(process.env['PRODUCTS'] ?? 1000) - count
  const options = { commerceDir: COMMERCE, databaseUrl: shopDatabaseUrl, logs, onProgress: () => {} }
  if (products > 0) await generateProducts({ ...options, products })
}
