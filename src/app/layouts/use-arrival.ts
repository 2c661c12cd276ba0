import { useLayoutEffect, type RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** How far down each page of this document was left, by the key of its visit. */
const places = new Map<string, number>()

/**
 * What a browser does when it opens a document, done for a page that came without one: a followed link starts at
 * the top (or at what it names) and hands the keyboard the content; going back leads to the place that was left.
 * The router's own component does the scrolling half in three times the bytes.
 */
export function useArrival(content: RefObject<HTMLElement | null>): void {
  const { key, hash } = useLocation()
  const followed = useNavigationType() !== NavigationType.Pop

  useLayoutEffect(() => {
    if (!followed) {
      const place = places.get(key)
      if (place !== undefined) scrollTo(0, place)
    } else if (hash === '') {
      scrollTo(0, 0)
      content.current?.focus({ preventScroll: true })
    } else {
      document.getElementById(hash.slice(1))?.scrollIntoView()
    }

    const left = new AbortController()
    const { signal } = left
    // The browser would scroll before the page that one goes back to is there.
    history.scrollRestoration = 'manual'
    addEventListener('scroll', () => places.set(key, scrollY), { passive: true, signal })
    // A reload is a document again, and the browser's own.
    addEventListener('pagehide', () => (history.scrollRestoration = 'auto'), { signal })
    return () => left.abort()
  }, [key, hash, followed, content])
}
