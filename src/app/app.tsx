import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'

import { Document } from './document.tsx'
import { LateProvider, type LateStore } from './routing/late-data.tsx'
import { PageProvider, type Page } from './routing/page-context.tsx'

interface AppProps {
  i18n: I18n
  page: Page
  stateJson: string
  late: LateStore
  /** The router, which differs between server and browser. */
  children: ReactNode
}

/** Everything around the router; the same tree on both sides. */
export function App({ i18n, page, stateJson, late, children }: AppProps) {
  return (
    <Document locale={page.locale} stateJson={stateJson}>
      <I18nProvider i18n={i18n}>
        <PageProvider page={page}>
          <LateProvider store={late}>{children}</LateProvider>
        </PageProvider>
      </I18nProvider>
    </Document>
  )
}
