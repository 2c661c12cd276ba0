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

/** What no request waits for: loaded after hydration, when the browser is idle. */
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
function useDeparture(): void {
  const here = useLocation()
  const target = useNavigation().location ?? here
  const visit = stays(target.state) ? undefined : target.key
  // Before the page that has come hands over the focus: behind an open overlay nothing can take it.
  useLayoutEffect(() => {
    if (visit !== undefined) closeOverlay()
  }, [visit])
}

/** How far down each page of this tab was left, by the key of its visit; kept for the document that follows. */
let places: Record<string, number> | undefined
/** Path and query of the page that is shown. */
let shown: string | undefined

/**
 * What a browser does when it opens a document, done for a page that came without one: a followed link starts at
 * the top (or at what it names) and hands the keyboard the content, unless it stays; going back leads to the place
 * that was left. The router's own component does the scrolling half in three times the bytes.
 */
function useArrival(content: RefObject<HTMLElement | null>): void {
  const location = useLocation()
  const { hash } = location
  const page = location.pathname + location.search
  // The router gives one key to every entry that it did not make itself.
  const key = location.key === 'default' ? page + hash : location.key
  const followed = useNavigationType() !== NavigationType.Pop
  const stay = stays(location.state)

  useLayoutEffect(() => {
    const isDocument = !places
    const known = (places ??= recall())
    const isSamePage = shown === page
    shown = page
    const { href } = window.location
    // A scroll event of the next page may come before this effect is cleaned up.
    const keep = () => {
      if (window.location.href === href) known[key] = scrollY
    }

    if (!followed && isSamePage && history.state === null) {
      // A link to a place in the page: the browser scrolls there, some before this and some after it. The entry gets
      // a state, so that a return to it is told apart.
      history.replaceState({}, '')
    } else if (!followed) {
      const place = known[key]
      // The first page of a document is the browser's to place.
      if (place !== undefined && !isDocument) scrollTo(0, place)
    } else if (hash !== '') {
      document.getElementById(hash.slice(1))?.scrollIntoView()
    } else if (!stay) {
      scrollTo(0, 0)
      content.current?.focus({ preventScroll: true })
    }
    keep()

    const left = new AbortController()
    const { signal } = left
    // The browser would scroll before the page that one goes back to is there.
    history.scrollRestoration = 'manual'
    addEventListener('scroll', keep, { passive: true, signal })
    addEventListener('pagehide', remember, { signal })
    return () => left.abort()
  }, [key, page, hash, followed, stay, content])
}

/** A reload is a document again, and the browser's own; the pages before it are ours also then. */
function remember() {
  history.scrollRestoration = 'auto'
  try {
    sessionStorage.setItem('places', JSON.stringify(places))
  } catch {
    // Forbidden or full: going back past this document starts at the top.
  }
}

function recall(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem('places') ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
