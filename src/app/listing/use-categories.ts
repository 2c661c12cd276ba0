import { useRouteLoaderData } from 'react-router'

import type { Category } from '#shared/product/product.ts'

/** Available on every page. Empty only if the root loader failed. */
export function useCategories(): Category[] {
  const data = useRouteLoaderData<{ categories: Category[] }>('locale')
  return data?.categories ?? []
}
