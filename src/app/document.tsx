import type { ReactNode } from 'react'

import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

import { COLOR_MODE_SCRIPT } from './color-mode/color-mode-script.ts'
import { PAGE_STATE_ID } from './routing/page-state.ts'

interface DocumentProps {
  locale: Locale
  /** The page's state as it stands in its script element. */
  stateJson: string
  children: ReactNode
}

/** The whole page, rendered in Node and awake in the browser. */
export function Document({ locale, stateJson, children }: DocumentProps) {
  return (
    // The colour-mode script and the end of hydration write attributes here.
    <html lang={LANGUAGE_TAGS[locale]} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script dangerouslySetInnerHTML={{ __html: COLOR_MODE_SCRIPT }} />
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
