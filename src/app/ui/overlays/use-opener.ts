import { useEffect, useEffectEvent, useRef, type ComponentProps, useState, type ComponentType } from 'react'

import { useHydrated } from '../hydration-mark.tsx'

interface OpenerOptions {
  isOpen: boolean
  /** The link's page is the alternative to the overlay. */
  open: (link: HTMLAnchorElement) => void
  /** Called on hover or focus. Never throws. */
  preload: () => void
}

type OpenerProps = Pick<
  ComponentProps<'a'>,
  'ref' | 'role' | 'aria-haspopup' | 'aria-expanded' | 'onPointerEnter' | 'onFocus'
>

export function useOpener({ isOpen, open, preload }: OpenerOptions): OpenerProps {
  const ref = useRef<HTMLAnchorElement>(null)
  const isHydrated = useHydrated()
  const openHere = useEffectEvent((event: MouseEvent | KeyboardEvent) => {
    if (event instanceof KeyboardEvent ? event.key !== ' ' : event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = event.currentTarget as HTMLAnchorElement
    event.preventDefault()
    // Safari does not focus a clicked link, to which the overlay later returns the focus.
    link.focus({ preventScroll: true })
    open(link)
  })

  useEffect(() => {
    const listening = new AbortController()
    // The listeners are on the element, because the page's link handler on the document runs before React's handlers.
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
 * The overlay opens once its contents are loaded, so that it slides in at its full height. If they cannot be loaded,
 * the opener acts as a plain link. `round` is the key of the contents, whose state is reset on each opening.
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
