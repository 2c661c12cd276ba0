import { lazy, type ComponentType } from 'react'

import type { LayoutName } from '#shared/page/layout-names.ts'

import { Footer } from './footer/footer.tsx'
import { Header } from './header.tsx'
import { CategoryBar } from './menu/category-bar.tsx'

const CheckoutHeader = lazy(async () => ({ default: (await import('./checkout-header.tsx')).CheckoutHeader }))
const CheckoutFooter = lazy(async () => ({ default: (await import('./checkout-footer.tsx')).CheckoutFooter }))
/** Loaded lazily, because only the journal uses it. */
const ReadingBar = lazy(async () => ({ default: (await import('../content/journal/reading-bar.tsx')).ReadingBar }))

/** Components that two layouts share remain mounted when the page changes. */
export interface Layout {
  Header: ComponentType
  /** Between the header and the page. */
  Threshold?: ComponentType
  Footer?: ComponentType
  /** The checkout shows the cart's prices instead. */
  showsPrices: boolean
}

const LAYOUTS: Record<LayoutName, Layout> = {
  default: { Header, Footer, showsPrices: true },
  /** The subcategories of the current category. */
  shop: { Header, Threshold: CategoryBar, Footer, showsPrices: true },
  checkout: { Header: CheckoutHeader, Footer: CheckoutFooter, showsPrices: false },
  /** Links to all articles and the feed, and the reading progress. */
  courses: { Header, Threshold: ReadingBar, Footer, showsPrices: true },
}

/** An unknown name gives the default layout. */
export function layoutFor(name?: string): Layout {
  return name !== undefined && Object.hasOwn(LAYOUTS, name) ? LAYOUTS[name as LayoutName] : LAYOUTS.default
}
