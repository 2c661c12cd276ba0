import type { ComponentType, ReactNode } from 'react'

import { CheckoutLayout } from './checkout-layout.tsx'
import { CoursesLayout } from './courses-layout.tsx'
import { DefaultLayout } from './default-layout.tsx'
import { ShopLayout } from './shop-layout.tsx'

export type Layout = ComponentType<{ children: ReactNode }>

const LAYOUTS = {
  default: DefaultLayout,
  shop: ShopLayout,
  checkout: CheckoutLayout,
  courses: CoursesLayout,
} satisfies Record<string, Layout>

export type LayoutName = keyof typeof LAYOUTS

/** The layout that a page names; default where it names none, or one that does not exist. */
export function layoutFor(name?: string): Layout {
  return name !== undefined && Object.hasOwn(LAYOUTS, name) ? LAYOUTS[name as LayoutName] : LAYOUTS.default
}
