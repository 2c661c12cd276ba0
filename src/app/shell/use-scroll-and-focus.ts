import { useLayoutEffect, type RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

import { stays } from '../routing/navigate-from-links.ts'
import { createSafeStorage } from '../routing/safe-storage.ts'

/** If it is blocked or full, going back to an earlier document scrolls to the top. */
const storage = createSafeStorage(() => sessionStorage)
/** By location key. Stored for the next document. */
let savedPositions: Record<string, number> | undefined
/** Path and query of the page that was shown last. */
let lastPage: string | undefined

/**
 * A navigation scrolls to the top and focuses the content, or scrolls to the fragment. With the state `STAY` it leaves
 * both as they are. React Router's ScrollRestoration only handles scrolling and is three times as large.
 */
export function useScrollAndFocus(content: RefObject<HTMLElement | null>): void {
  const location = useLocation()
  const { hash } = location
  const page = location.pathname + location.search
  // The router gives an identical key to all entries that it did not create.
  const key = location.key === 'default' ? page + hash : location.key
  const followed = useNavigationType() !== NavigationType.Pop
  const keepsPosition = stays(location.state)

  useLayoutEffect(() => {
    const isFirstPage = !savedPositions
    const saved = (savedPositions ??= readPositions())
    const isSamePage = lastPage === page
    lastPage = page
    const { href } = window.location
    // A scroll event of the next page may fire before this effect is cleaned up.
    const savePosition = () => {
      if (window.location.href === href) saved[key] = scrollY
    }

    if (!followed && isSamePage && history.state === null) {
      // For a link to a fragment of the page, the browser scrolls by itself, before or after this effect. The state
      // marks the history entry, so that a later return to it is recognized.
      history.replaceState({}, '')
    } else if (!followed) {
      const position = saved[key]
      // For the first page of a document, the browser restores the scroll position.
      if (position !== undefined && !isFirstPage) scrollTo(0, position)
    } else if (hash !== '') {
      const target = targetOf(hash)
      // As the browser does when it follows a fragment itself.
      target?.closest('details')?.setAttribute('open', '')
      target?.scrollIntoView()
    } else if (!keepsPosition) {
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
  }, [key, page, hash, followed, keepsPosition, content])
}

/** With `auto`, the browser restores the position of this page after a reload. */
function storePositions(): void {
  history.scrollRestoration = 'auto'
  storage.set('places', JSON.stringify(savedPositions))
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(storage.get('places') ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** Headings in Russian have Russian ids, which a URL encodes. */
function targetOf(hash: string): HTMLElement | null {
  const id = hash.slice(1)
  try {
    return document.getElementById(decodeURIComponent(id))
  } catch {
    return document.getElementById(id)
  }
}
