import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react'

import { useHydrated } from '../use-hydrated.ts'

interface OpenerOptions {
  isOpen: boolean
  /** Given the link, whose page is what stands behind the overlay. */
  open: (link: HTMLAnchorElement) => void
  /** Fetches what will be shown, as soon as someone seems to want it. Never throws. */
  preload: () => void
}

type OpenerProps = Pick<
  ComponentProps<'a'>,
  'ref' | 'role' | 'aria-haspopup' | 'aria-expanded' | 'onPointerEnter' | 'onFocus'
>

/**
 * Makes a link open an overlay instead of a page once the page is awake: a button by name, by click and by Space.
 * @returns what the `<a>` is to be given; its `href` is for those without JavaScript
 */
export function useOpener({ isOpen, open, preload }: OpenerOptions): OpenerProps {
  const ref = useRef<HTMLAnchorElement>(null)
  const isHydrated = useHydrated()
  const openHere = useEffectEvent((event: MouseEvent | KeyboardEvent) => {
    if (event instanceof KeyboardEvent ? event.key !== ' ' : event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = event.currentTarget as HTMLAnchorElement
    event.preventDefault()
    // Safari does not by itself, and then nothing would get the focus back.
    link.focus({ preventScroll: true })
    open(link)
  })

  useEffect(() => {
    const listening = new AbortController()
    // On the element itself: the page's own handler of links sits on the document and comes before React's.
    for (const type of ['click', 'keydown'] as const) {
      ref.current?.addEventListener(type, (event) => openHere(event), listening)
    }
    return () => listening.abort()
  }, [])

  return {
    ref,
    ...(isHydrated ? { role: 'button', 'aria-haspopup': 'dialog', 'aria-expanded': isOpen } : {}),
    onPointerEnter: preload,
    onFocus: preload,
  }
}
