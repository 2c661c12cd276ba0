import { useEffect, useEffectEvent, useRef, type ComponentProps, useState, type ComponentType } from 'react'

import { useHydrated } from '../hydration-mark.tsx'

interface OpenerOptions {
  isOpen: boolean
  /** Called with the link, whose page is the alternative to the overlay. */
  open: (link: HTMLAnchorElement) => void
  /** Loads the overlay's code on first signs of interest. Never throws. */
  preload: () => void
}

type OpenerProps = Pick<
  ComponentProps<'a'>,
  'ref' | 'role' | 'aria-haspopup' | 'aria-expanded' | 'onPointerEnter' | 'onFocus'
>

/**
 * Turns a link into a button that opens an overlay, after hydration: by click and by Space.
 * @returns props for the `<a>`; its `href` is for visitors without JavaScript
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

/**
 * An overlay whose contents are code of their own, fetched when someone reaches for its opener. It opens once they
 * are here, so that it slides in at its full height; where they cannot be had, the opener is the link that it was.
 * @param flag whether it is open, and what says so, if another part of the page is to know
 * @returns `opener` for the link; `turn` as the contents' key, so that they begin anew each time they are opened
 */
export function useLateOverlay(load: () => Promise<ComponentType>, flag?: [boolean, (isOpen: boolean) => void]) {
  const own = useState(false)
  const [isOpen, setOpen] = flag ?? own
  const [overlay, setOverlay] = useState<Overlay>({ round: 0 })
  const [isLoading, setLoading] = useState(false)

  function show(Contents: ComponentType) {
    setOverlay(({ round }) => ({ round: round + 1, Contents }))
    setOpen(true)
  }

  async function fetchAndShow(link: HTMLAnchorElement) {
    setLoading(true)
    try {
      show(await load())
    } catch {
      location.assign(link.href)
    }
    setLoading(false)
  }

  const opener = useOpener({
    isOpen,
    open: (link) => (overlay.Contents ? show(overlay.Contents) : void fetchAndShow(link)),
    preload: () => void load().catch(() => undefined),
  })
  return {
    ...overlay,
    isOpen,
    opener: { ...opener, 'aria-busy': isLoading || undefined },
    close: () => setOpen(false),
  }
}

interface Overlay {
  round: number
  Contents?: ComponentType
}
