import type { ReactNode } from 'react'

import { DefaultLayout } from './default-layout.tsx'

/** For articles; the same room as the default until there are any. */
export function CoursesLayout({ children }: { children: ReactNode }) {
  return <DefaultLayout>{children}</DefaultLayout>
}
