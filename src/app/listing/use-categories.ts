import { useRouteLoaderData } from 'react-router'

import type { Category } from '#shared/product/product.ts'

/** The shelf, which every page has; empty only where its loader failed. */
export function useCategories(): Category[] {
  const data = useRouteLoaderData<{ categories: Category[] }>('locale')
  return data?.categories ?? []
}
