import { useEffect, useRef, useState, type RefObject } from 'react'

/** From here on it is wide enough to be looked at from further away. */
const WIDE = 500
const NEAR = 450
const FAR = { wide: 1000, narrow: 1400 }

interface SlideIn {
  /** For the element that is watched. */
  ref: RefObject<HTMLElement | null>
  isIn: boolean
}

/** Whether an element's bottom edge stands where its decoration is to be seen: so many px below the window's top. */
export function useSlideIn(): SlideIn {
  const ref = useRef<HTMLElement>(null)
  const [isIn, setIn] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    let frame = 0
    const look = () => {
      frame = 0
      if (!ref.current) return
      const { width, top, bottom } = ref.current.getBoundingClientRect()
      if (top < 2 * innerHeight) fetchImages(ref.current)
      setIn(bottom >= NEAR && bottom <= (width >= WIDE ? FAR.wide : FAR.narrow))
    }
    const lookSoon = () => void (frame ||= requestAnimationFrame(look))
    for (const type of ['scroll', 'resize']) addEventListener(type, lookSoon, { passive: true, signal: left.signal })
    lookSoon()
    return () => {
      left.abort()
      cancelAnimationFrame(frame)
    }
  }, [])
  return { ref, isIn }
}

/** What stands aside is never in sight: left to the browser, it would be fetched when it has to be there already. */
function fetchImages(element: HTMLElement): void {
  for (const image of element.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) image.loading = 'eager'
}
