import type { ComponentType } from 'react'

import type { LayoutName } from '#shared/page/layout-names.ts'

import { ShelfBar } from '../menu/shelf-bar.tsx'
import { CheckoutFooter } from './checkout-footer.tsx'
import { CheckoutHeader } from './checkout-header.tsx'
import { Footer } from './footer/footer.tsx'
import { Header } from './header.tsx'

/** What stands around a page. Parts that two layouts share stay as they are from one page to the next. */
export interface Layout {
  Header: ComponentType
  /** Between the header and the page. */
  Threshold?: ComponentType
  Footer?: ComponentType
}

const LAYOUTS: Record<LayoutName, Layout> = {
  default: { Header, Footer },
  /** With the shelves of the category that the shopper stands in. */
  shop: { Header, Threshold: ShelfBar, Footer },
  checkout: { Header: CheckoutHeader, Footer: CheckoutFooter },
  /** For the journal: the same room as the default, until it gets one of its own. */
  courses: { Header, Footer },
}

/** The layout that a page names; default where it names none, or one that does not exist. */
export function layoutFor(name?: string): Layout {
  return name !== undefined && Object.hasOwn(LAYOUTS, name) ? LAYOUTS[name as LayoutName] : LAYOUTS.default
}
