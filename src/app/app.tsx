import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'

import type { Page, PageAssets } from '#shared/page/page-module.ts'

import { CartProvider } from './cart/cart-provider.tsx'
import { Document, type ServerHead } from './document.tsx'
import { LateProvider, type LateStore } from './routing/late-data.tsx'
import { PageProvider } from './routing/page-context.tsx'
import { PreloadAssets } from './routing/preload-assets.tsx'
import { HydrationMark } from './ui/hydration-mark.tsx'

interface AppProps {
  i18n: I18n
  page: Page
  stateJson: string
  late: LateStore
  /** Empty in the browser, where the server's links already stand. */
  assets: PageAssets
  /** Absent in the browser, for the same reason. */
  serverHead?: ServerHead
  /** The router, which differs between server and browser. */
  children: ReactNode
}

/** Everything around the router; the same tree on both sides. */
export function App({ i18n, page, stateJson, late, assets, serverHead, children }: AppProps) {
  return (
    <Document locale={page.locale} stateJson={stateJson} serverHead={serverHead}>
      <I18nProvider i18n={i18n}>
        <PageProvider page={page}>
          <PreloadAssets {...assets} />
          <HydrationMark />
          <CartProvider>
            <LateProvider store={late}>{children}</LateProvider>
          </CartProvider>
        </PageProvider>
      </I18nProvider>
    </Document>
  )
}
