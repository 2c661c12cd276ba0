import type { Category } from '#shared/product/product.ts'

const HANDLES = new Set(['rings', 'necklaces', 'earrings', 'bracelets', 'sets'])

/** Undefined for a category other than the five, even if the backend has it. */
export function findCategory(categories: readonly Category[], handle: string | undefined): Category | undefined {
  return handle !== undefined && HANDLES.has(handle)
    ? categories.find((category) => category.handle === handle)
    : undefined
}
