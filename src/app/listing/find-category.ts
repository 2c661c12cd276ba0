import type { Category } from '#shared/product/product.ts'

const HANDLES = new Set(['rings', 'necklaces', 'earrings', 'bracelets', 'sets'])

/**
 * Returns the category that a URL names. Returns undefined for categories other than the five, even if the backend has
 * more.
 */
export function findCategory(categories: readonly Category[], handle: string | undefined): Category | undefined {
  return handle !== undefined && HANDLES.has(handle)
    ? categories.find((category) => category.handle === handle)
    : undefined
}
