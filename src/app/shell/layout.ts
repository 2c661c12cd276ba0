import { lazy, type ComponentType } from 'react'

import type { LayoutName } from '#shared/page/layout-names.ts'

import { Footer } from './footer/footer.tsx'
import { Header } from './header.tsx'
import { CategoryBar } from './menu/category-bar.tsx'

const CheckoutHeader = lazy(async () => ({ default: (await import('./checkout-header.tsx')).CheckoutHeader }))
const CheckoutFooter = lazy(async () => ({ default: (await import('./checkout-footer.tsx')).CheckoutFooter }))
/** Only the journal has it. */
const ReadingBar = lazy(async () => ({ default: (await import('../content/journal/reading-bar.tsx')).ReadingBar }))

/** What surrounds a page. Parts that two layouts share stay mounted from one page to the next. */
export interface Layout {
  Header: ComponentType
  /** Between the header and the page. */
  Threshold?: ComponentType
  Footer?: ComponentType
  /** Whether pages show prices of the shop; the checkout shows those of the cart. */
  showsPrices: boolean
}

const LAYOUTS: Record<LayoutName, Layout> = {
  default: { Header, Footer, showsPrices: true },
  /** With the subcategories of the current category. */
  shop: { Header, Threshold: CategoryBar, Footer, showsPrices: true },
  checkout: { Header: CheckoutHeader, Footer: CheckoutFooter, showsPrices: false },
  /** With links to all articles and the feed, and the reading progress. */
  courses: { Header, Threshold: ReadingBar, Footer, showsPrices: true },
}

/** The layout of that name; the default if there is none or it does not exist. */
export function layoutFor(name?: string): Layout {
  return name !== undefined && Object.hasOwn(LAYOUTS, name) ? LAYOUTS[name as LayoutName] : LAYOUTS.default
}
