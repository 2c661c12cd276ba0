import type { I18n } from '@lingui/core'
import { Suspense, type ReactNode } from 'react'

import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import type { Page } from '#shared/page/page-module.ts'

import { CartProvider } from './cart/cart-provider.tsx'
import { MessagesProvider } from './i18n/messages-provider.tsx'
import { LateProvider, type LateStore } from './routing/late-data.tsx'
import { PageProvider } from './routing/page-context.tsx'
import { PAGE_STATE_ID } from './routing/page-state.ts'
import type { Theme } from './shell/color-mode/color-mode.ts'
import { HydrationMark } from './ui/hydration-mark.tsx'

interface AppProps {
  i18n: I18n
  page: Page
  stateJson: string
  late: LateStore
  /** Only on the server; in the browser the markup is there already. */
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

/** What only the server writes into a document; the browser leaves it as it is. */
interface ServerHead {
  /** The light that this page keeps. */
  forcedTheme: Theme | undefined
  children: ReactNode
}

interface DocumentProps {
  locale: Locale
  /** The page's state as JSON for its script element. */
  stateJson: string
  serverHead: ServerHead | undefined
  children: ReactNode
}

/** The whole page, rendered in Node and awake in the browser. */
function Document({ locale, stateJson, serverHead, children }: DocumentProps) {
  return (
    // The color mode and the end of hydration write attributes here.
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
