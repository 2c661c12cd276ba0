import type { ReactNode } from 'react'

import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

import { PAGE_STATE_ID } from './routing/page-state.ts'
import type { Theme } from './shell/color-mode/color-mode.ts'

/** What only the server writes into a document; the browser finds it there and lets it stand. */
export interface ServerHead {
  /** The light that this page keeps. */
  forcedTheme: Theme | undefined
  children: ReactNode
}

interface DocumentProps {
  locale: Locale
  /** The page's state as it stands in its script element. */
  stateJson: string
  serverHead: ServerHead | undefined
  children: ReactNode
}

/** The whole page, rendered in Node and awake in the browser. */
export function Document({ locale, stateJson, serverHead, children }: DocumentProps) {
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
