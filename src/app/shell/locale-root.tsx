import { Outlet, useMatches } from 'react-router'

import { lookOf } from '../routing/private-page.ts'
import { useForcedTheme } from './color-mode/color-mode.ts'
import { layoutFor } from './layout.ts'
import { PageFrame } from './page-frame.tsx'

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
