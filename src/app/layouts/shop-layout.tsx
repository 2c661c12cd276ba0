import type { ReactNode } from 'react'

import { SubCategoryLinks } from '../shop/sub-category-links.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageFrame } from './page-frame.tsx'

/** The default room with the shelves of the category that the shopper stands in. */
export function ShopLayout({ children }: { children: ReactNode }) {
  const header = (
    <>
      <Header />
      <SubCategoryLinks />
    </>
  )
  return (
    <PageFrame header={header} footer={<Footer />}>
      {children}
    </PageFrame>
  )
}
