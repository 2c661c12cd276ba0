import { useState, type ComponentType } from 'react'

import { useOpener } from './use-opener.ts'

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
