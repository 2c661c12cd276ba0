import type { I18n } from '@lingui/core'
import { Suspense, type ReactNode } from 'react'

import type { Page } from '#shared/page/page-module.ts'

import { CartProvider } from './cart/cart-provider.tsx'
import { Document, type ServerHead } from './document.tsx'
import { MessagesProvider } from './i18n/messages-provider.tsx'
import { LateProvider, type LateStore } from './routing/late-data.tsx'
import { PageProvider } from './routing/page-context.tsx'
import { HydrationMark } from './ui/hydration-mark.tsx'

interface AppProps {
  i18n: I18n
  page: Page
  stateJson: string
  late: LateStore
  /** Absent in the browser, where it already stands. */
  serverHead?: ServerHead
  /** The router, which differs between server and browser. */
  children: ReactNode
}

/** Everything around the router; the same tree on both sides. */
export function App({ i18n, page, stateJson, late, serverHead, children }: AppProps) {
  return (
    <Document locale={page.locale} stateJson={stateJson} serverHead={serverHead}>
      <MessagesProvider i18n={i18n}>
        <PageProvider page={page}>
          {/* With the last parts to wake up, which have boundaries of their own. */}
          <Suspense>
            <HydrationMark />
          </Suspense>
          <CartProvider>
            <LateProvider store={late}>{children}</LateProvider>
          </CartProvider>
        </PageProvider>
      </MessagesProvider>
    </Document>
  )
}
