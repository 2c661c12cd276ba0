import { useLayoutEffect, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * What a browser does when a link is followed, done for a page that came without a new document: it starts at its
 * top, and whoever goes by keyboard or listens starts at its content. Going back is left to the browser, which
 * remembers the place.
 */
export function useArrival(content: RefObject<HTMLElement | null>): void {
  const { key, hash } = useLocation()
  const followed = useNavigationType() !== 'POP'

  useLayoutEffect(() => {
    if (!followed || hash !== '') return
    scrollTo(0, 0)
    content.current?.focus({ preventScroll: true })
  }, [key, hash, followed, content])
}
