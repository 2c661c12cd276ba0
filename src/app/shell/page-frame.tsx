import { Trans } from '@lingui/react/macro'
import {
  Suspense,
  useCallback,
  useRef,
  type ReactNode,
  useEffect,
  useState,
  type ComponentType,
  useLayoutEffect,
} from 'react'
import { useNavigation, useLocation } from 'react-router'

import { PromiseBar } from '../delivery/delivery-line.tsx'
import { isPlainClick, linkOf, stays } from '../routing/navigate-from-links.ts'
import { closeOverlay } from '../ui/overlays/modal-dialog.ts'
import { whenIdle } from '../ui/when-idle.ts'
import type { Layout } from './layout.ts'
import { LatePreviewBar } from './preview/late-preview-bar.tsx'
import { useScrollAndFocus } from './use-scroll-and-focus.ts'
import type { VisitProps } from './visit/visit.tsx'

export function PageFrame({ layout, children }: { layout: Layout; children: ReactNode }) {
  const { Header, Threshold, Footer } = layout
  const content = useRef<HTMLElement>(null)
  const isNavigating = useNavigation().state !== 'idle'
  useCloseOverlayOnNavigation()
  useScrollAndFocus(content)
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        <Trans>Skip to content</Trans>
      </a>
      {isNavigating ? <div className="page-progress" /> : null}
      <Header />
      {layout.showsPrices ? <PromiseBar /> : null}
      {Threshold ? <Threshold /> : null}
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        aria-busy={isNavigating || undefined}
        className="grow outline-none"
      >
        {children}
      </main>
      {/* Far down the page: hydrated after the rest. */}
      <Suspense>{Footer ? <Footer /> : null}</Suspense>
      <LatePreviewBar />
      <LateVisit />
    </div>
  )
}

/** Loads the background components when the browser is idle, or at once if a link to a popup is clicked. */
function LateVisit() {
  const [Visit, setVisit] = useState<ComponentType<VisitProps>>()
  const [clicked, setClicked] = useState<HTMLAnchorElement>()
  const waiting = useRef<AbortController>(null)
  const stopWaiting = useCallback(() => waiting.current?.abort(), [])
  useEffect(() => {
    const { signal } = (waiting.current = new AbortController())
    const loadVisit = async () => {
      const module = await import('./visit/visit.tsx')
      setVisit(() => module.Visit)
    }
    // If the module cannot be loaded, the shop works without it.
    whenIdle(() => void loadVisit().catch(stopWaiting))
    const open = (event: MouseEvent) => {
      const link = linkOf(event)
      if (!link?.dataset['popup'] || !isPlainClick(event)) return
      event.preventDefault()
      setClicked(link)
      loadVisit().catch(() => {
        stopWaiting()
        link.click()
      })
    }
    addEventListener('click', open, { capture: true, signal })
    return stopWaiting
  }, [stopWaiting])
  return Visit ? <Visit clicked={clicked} onReady={stopWaiting} /> : null
}

/** Closes the overlay when a navigation starts, not when the page is loaded. */
function useCloseOverlayOnNavigation(): void {
  const here = useLocation()
  const target = useNavigation().location ?? here
  const visit = stays(target.state) ? undefined : target.key
  // This runs before the new page moves the focus, because elements behind an open overlay cannot be focused.
  useLayoutEffect(() => {
    if (visit !== undefined) closeOverlay()
  }, [visit])
}
