import { Trans } from '@lingui/react/macro'
import { Suspense, useRef, type ReactNode } from 'react'
import { useNavigation } from 'react-router'

import { CurrencyNote } from '../country/currency-note.tsx'
import { LateVisit } from './late-visit.tsx'
import type { Layout } from './layout.ts'
import { LatePreviewBar } from './preview/late-preview-bar.tsx'
import { useArrival } from './use-arrival.ts'
import { useDeparture } from './use-departure.ts'

interface PageFrameProps {
  layout: Layout
  children: ReactNode
}

/** The landmarks that every page has, and the way past the header for those who go by keyboard. */
export function PageFrame({ layout, children }: PageFrameProps) {
  const { Header, Threshold, Footer } = layout
  const content = useRef<HTMLElement>(null)
  const isUnloading = useNavigation().state !== 'idle'
  useDeparture()
  useArrival(content)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-sm bg-ink text-sm font-semibold text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:px-5 focus:py-3"
      >
        <Trans>Skip to content</Trans>
      </a>
      {isUnloading ? <div className="page-progress" /> : null}
      <Header />
      {Threshold ? <Threshold /> : null}
      {layout.showsPrices ? <CurrencyNote /> : null}
      <main ref={content} id="content" tabIndex={-1} aria-busy={isUnloading || undefined} className="grow outline-none">
        {children}
      </main>
      {/* Far down: it wakes up after the page, and not with it. */}
      <Suspense>{Footer ? <Footer /> : null}</Suspense>
      <LatePreviewBar />
      <LateVisit />
    </div>
  )
}
