import { Outlet, useMatches } from 'react-router'

import { lookOf } from '../routing/private-page.ts'
import { useForcedTheme } from './color-mode/color-mode.ts'
import { layoutFor } from './layout.ts'
import { PageFrame } from './page-frame.tsx'

/** The root of every page of one locale. It applies the layout and the color mode that the page requests. */
export function LocaleRoot() {
  const page = useMatches().at(-1)
  const look = lookOf(page)
  useForcedTheme(look.colorMode, page?.id)
  return (
    <PageFrame layout={layoutFor(look.layout)}>
      <Outlet />
    </PageFrame>
  )
}
