import { Outlet, useMatches } from 'react-router'

import { layoutFor } from './layout.tsx'

/** The room around every page of one language: the layout that the page names. */
export function LocaleRoot() {
  const handle = useMatches().at(-1)?.handle as { layout?: string } | undefined
  const Layout = layoutFor(handle?.layout)
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}
