import { useRouteLoaderData } from 'react-router'

import type { Category } from '#shared/product/product.ts'

/** Returns the categories, which are available on every page. The list is empty only if the root loader failed. */
export function useCategories(): Category[] {
  const data = useRouteLoaderData<{ categories: Category[] }>('locale')
  return data?.categories ?? []
}
