import type { I18n } from '@lingui/core'
import { Suspense, type ReactNode } from 'react'

import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import type { Page } from '#shared/page/page-module.ts'

import { CartProvider } from './cart/cart-provider.tsx'
import { MessagesProvider } from './i18n/messages-provider.tsx'
import { DeferredProvider, type DeferredStore } from './routing/deferred-data.tsx'
import { PageProvider } from './routing/page-context.tsx'
import { PAGE_STATE_ID } from './routing/page-state.ts'
import type { Theme } from './shell/color-mode/color-mode.ts'
import { HydrationMark } from './ui/hydration-mark.tsx'

interface AppProps {
  i18n: I18n
  page: Page
  stateJson: string
  deferred: DeferredStore
  /** Set on the server only, because the browser hydrates existing markup. */
  serverHead?: ServerHead
  /** The router. The server and the browser use different ones. */
  children: ReactNode
}

/** The tree is identical on the server and in the browser. */
export function App({ i18n, page, stateJson, deferred, serverHead, children }: AppProps) {
  return (
    <Document locale={page.locale} stateJson={stateJson} serverHead={serverHead}>
      <MessagesProvider i18n={i18n}>
        <PageProvider page={page}>
          {/* Its own boundary makes it hydrate among the last parts. */}
          <Suspense>
            <HydrationMark />
          </Suspense>
          <CartProvider>
            <DeferredProvider store={deferred}>{children}</DeferredProvider>
          </CartProvider>
        </PageProvider>
      </MessagesProvider>
    </Document>
  )
}

/** Hydration does not change this part of the head. */
interface ServerHead {
  forcedTheme: Theme | undefined
  children: ReactNode
}

interface DocumentProps {
  locale: Locale
  /** Escaped for a script element. */
  stateJson: string
  serverHead: ServerHead | undefined
  children: ReactNode
}

function Document({ locale, stateJson, serverHead, children }: DocumentProps) {
  return (
    // Scripts write attributes to this element: the color mode, and a marker when hydration ends.
    <html lang={LANGUAGE_TAGS[locale]} data-forced-theme={serverHead?.forcedTheme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {serverHead?.children}
      </head>
      <body>
        {children}
        <script
          id={PAGE_STATE_ID}
          type="application/json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: stateJson }}
        />
      </body>
    </html>
  )
}
