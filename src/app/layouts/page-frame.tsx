import { Trans } from '@lingui/react/macro'
import { useRef, type ReactNode } from 'react'

import { useArrival } from './use-arrival.ts'

interface PageFrameProps {
  header: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** The landmarks that every page has, and the way past the header for those who go by keyboard. */
export function PageFrame({ header, footer, children }: PageFrameProps) {
  const content = useRef<HTMLElement>(null)
  useArrival(content)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-sm bg-ink text-sm font-semibold text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:px-5 focus:py-3"
      >
        <Trans>Skip to content</Trans>
      </a>
      {header}
      <main ref={content} id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      {footer}
    </div>
  )
}
