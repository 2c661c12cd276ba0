import { createContext, useCallback, useContext, type ReactNode } from 'react'

import { localePath } from '#shared/i18n/locale.ts'
import type { Page } from '#shared/page/page-module.ts'

const PageContext = createContext<Page | undefined>(undefined)

export function PageProvider({ page, children }: { page: Page; children: ReactNode }) {
  return <PageContext value={page}>{children}</PageContext>
}

export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage needs a PageProvider above it')
  return page
}

/** Adds the locale to a path: `/shop/rings` -> `/ru/shop/rings`. */
export function useLocalePath(): (path: string) => string {
  const { locale } = usePage()
  return useCallback((path: string) => localePath(locale, path), [locale])
}
