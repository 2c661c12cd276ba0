import type { Category } from '#shared/product/product.ts'

const HANDLES = new Set(['rings', 'necklaces', 'earrings', 'bracelets', 'sets'])

/** The category of an address; undefined for any but the five, even where the backend knows more. */
export function findCategory(categories: readonly Category[], handle: string | undefined): Category | undefined {
  return handle !== undefined && HANDLES.has(handle)
    ? categories.find((category) => category.handle === handle)
    : undefined
}
