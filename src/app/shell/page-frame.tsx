import { Trans } from '@lingui/react/macro'
import {
  Suspense,
  useRef,
  type ReactNode,
  useEffect,
  useState,
  type ComponentType,
  useLayoutEffect,
  type RefObject,
} from 'react'
import { useNavigation, useLocation, NavigationType, useNavigationType } from 'react-router'

import { CurrencyNote } from '../country/country-link.tsx'
import { stays } from '../routing/navigate-from-links.ts'
import { closeOverlay } from '../ui/overlays/modal-dialog.ts'
import { whenIdle } from '../ui/when-idle.ts'
import type { Layout } from './layout.ts'
import { LatePreviewBar } from './preview/late-preview-bar.tsx'

interface PageFrameProps {
  layout: Layout
  children: ReactNode
}

/** The landmarks of every page, and the skip link. */
export function PageFrame({ layout, children }: PageFrameProps) {
  const { Header, Threshold, Footer } = layout
  const content = useRef<HTMLElement>(null)
  const isUnloading = useNavigation().state !== 'idle'
  useCloseOverlayOnNavigation()
  useScrollAndFocus(content)
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
      {/* Far down the page: hydrated after the rest. */}
      <Suspense>{Footer ? <Footer /> : null}</Suspense>
      <LatePreviewBar />
      <LateVisit />
    </div>
  )
}

/** Loads the background parts after hydration, when the browser is idle. */
function LateVisit() {
  const [Visit, setVisit] = useState<ComponentType>()
  useEffect(() => {
    const fetchVisit = async () => {
      // If it cannot be loaded, the shop works without it.
      const module = await import('./visit/visit.tsx').catch(() => undefined)
      if (module) setVisit(() => module.Visit)
    }
    whenIdle(() => void fetchVisit())
  }, [])
  return Visit ? <Visit /> : null
}

/** Closes the overlay when a navigation starts, not when the page has arrived. */
function useCloseOverlayOnNavigation(): void {
  const here = useLocation()
  const target = useNavigation().location ?? here
  const visit = stays(target.state) ? undefined : target.key
  // Runs before the new page moves the focus, because nothing behind an open overlay can take it.
  useLayoutEffect(() => {
    if (visit !== undefined) closeOverlay()
  }, [visit])
}

/** Scroll position of each history entry of this tab, by location key. Saved for the next document. */
let positions: Record<string, number> | undefined
/** Path and query of the current page. */
let shown: string | undefined

/**
 * Scroll and focus management for client-side navigation, as a browser does it for documents. A followed link scrolls to
 * the top or to its fragment and focuses the content, unless its state says that the page stays. Going back restores the
 * scroll position. React Router's ScrollRestoration does only the scrolling and has three times the size.
 */
function useScrollAndFocus(content: RefObject<HTMLElement | null>): void {
  const location = useLocation()
  const { hash } = location
  const page = location.pathname + location.search
  // The router gives all entries that it did not create the same key.
  const key = location.key === 'default' ? page + hash : location.key
  const followed = useNavigationType() !== NavigationType.Pop
  const stay = stays(location.state)

  useLayoutEffect(() => {
    const isDocument = !positions
    const known = (positions ??= readPositions())
    const isSamePage = shown === page
    shown = page
    const { href } = window.location
    // A scroll event of the next page may come before this effect is cleaned up.
    const savePosition = () => {
      if (window.location.href === href) known[key] = scrollY
    }

    if (!followed && isSamePage && history.state === null) {
      // A link to a fragment of the page: the browser scrolls by itself, before or after this effect. The state marks the
      // entry, so that a return to it is recognized.
      history.replaceState({}, '')
    } else if (!followed) {
      const position = known[key]
      // The browser restores the scroll position of the first page of a document.
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

/** Saves the positions for the next document. `auto` lets the browser restore this page after a reload. */
function storePositions() {
  history.scrollRestoration = 'auto'
  try {
    sessionStorage.setItem('places', JSON.stringify(positions))
  } catch {
    // Storage is blocked or full. Going back to an earlier document then starts at the top.
  }
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem('places') ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
