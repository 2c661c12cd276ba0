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
  type RefObject,
} from 'react'
import { useNavigation, useLocation, NavigationType, useNavigationType } from 'react-router'

import { PromiseBar } from '../delivery/delivery-line.tsx'
import { isPlainClick, linkOf, stays } from '../routing/navigate-from-links.ts'
import { closeOverlay } from '../ui/overlays/modal-dialog.ts'
import { whenIdle } from '../ui/when-idle.ts'
import type { Layout } from './layout.ts'
import { LatePreviewBar } from './preview/late-preview-bar.tsx'
import type { VisitProps } from './visit/visit.tsx'

export function PageFrame({ layout, children }: { layout: Layout; children: ReactNode }) {
  const { Header, Threshold, Footer } = layout
  const content = useRef<HTMLElement>(null)
  const isUnloading = useNavigation().state !== 'idle'
  useCloseOverlayOnNavigation()
  useScrollAndFocus(content)
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        <Trans>Skip to content</Trans>
      </a>
      {isUnloading ? <div className="page-progress" /> : null}
      <Header />
      {layout.showsPrices ? <PromiseBar /> : null}
      {Threshold ? <Threshold /> : null}
      <main ref={content} id="content" tabIndex={-1} aria-busy={isUnloading || undefined} className="grow outline-none">
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

/** By location key. Saved for the next document. */
let positions: Record<string, number> | undefined
let shown: string | undefined

/**
 * A followed link scrolls to the top or to its fragment and focuses the content, unless its state is `STAY`. React
 * Router's ScrollRestoration only handles scrolling and is three times as large.
 */
function useScrollAndFocus(content: RefObject<HTMLElement | null>): void {
  const location = useLocation()
  const { hash } = location
  const page = location.pathname + location.search
  // The router gives an identical key to all entries that it did not create.
  const key = location.key === 'default' ? page + hash : location.key
  const followed = useNavigationType() !== NavigationType.Pop
  const stay = stays(location.state)

  useLayoutEffect(() => {
    const isDocument = !positions
    const known = (positions ??= readPositions())
    const isSamePage = shown === page
    shown = page
    const { href } = window.location
    // A scroll event of the next page may fire before this effect is cleaned up.
    const savePosition = () => {
      if (window.location.href === href) known[key] = scrollY
    }

    if (!followed && isSamePage && history.state === null) {
      // For a link to a fragment of the page, the browser scrolls by itself, before or after this effect. The state
      // marks the history entry, so that a later return to it is recognized.
      history.replaceState({}, '')
    } else if (!followed) {
      const position = known[key]
      // For the first page of a document, the browser restores the scroll position.
      if (position !== undefined && !isDocument) scrollTo(0, position)
    } else if (hash !== '') {
      document.getElementById(hash.slice(1))?.scrollIntoView()
    } else if (!stay) {
      scrollTo(0, 0)
      content.current?.focus({ preventScroll: true })
    }
    savePosition()

    const unmounted = new AbortController()
    const { signal } = unmounted
    // With `auto`, the browser would scroll before the previous page is rendered.
    history.scrollRestoration = 'manual'
    addEventListener('scroll', savePosition, { passive: true, signal })
    addEventListener('pagehide', storePositions, { signal })
    return () => unmounted.abort()
  }, [key, page, hash, followed, stay, content])
}

/** With `auto`, the browser restores the position of this page after a reload. */
function storePositions() {
  history.scrollRestoration = 'auto'
  try {
    sessionStorage.setItem('places', JSON.stringify(positions))
  } catch {
    // Storage is blocked or full. Going back to an earlier document then scrolls to the top.
  }
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem('places') ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
