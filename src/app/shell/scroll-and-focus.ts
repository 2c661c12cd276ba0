import { useLayoutEffect, type RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

import { stays } from '../routing/navigate-from-links.ts'

/** By location key. Saved for the next document. */
let positions: Record<string, number> | undefined
let shown: string | undefined

/**
 * A followed link scrolls to the top or to its fragment and focuses the content, unless its state is `STAY`. React
 * Router's ScrollRestoration only handles scrolling and is three times as large.
 */
export function useScrollAndFocus(content: RefObject<HTMLElement | null>): void {
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
