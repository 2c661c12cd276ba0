import { useState, type ComponentType } from 'react'

import { useOpener } from './use-opener.ts'

/**
 * An overlay whose contents are code of their own, fetched when somebody reaches for its opener. It opens once they
 * are here, so that it slides in at its full height; where they cannot be had, the opener is the link that it was.
 * @returns `opener` for the link; `turn` as the contents' key, so that they begin anew each time they are opened
 */
export function useLateOverlay(load: () => Promise<ComponentType>) {
  const [overlay, setOverlay] = useState<Overlay>({ isOpen: false, turn: 0 })
  const [isLoading, setLoading] = useState(false)

  const show = (Contents: ComponentType) => setOverlay(({ turn }) => ({ isOpen: true, turn: turn + 1, Contents }))

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
    isOpen: overlay.isOpen,
    open: (link) => (overlay.Contents ? show(overlay.Contents) : void fetchAndShow(link)),
    preload: () => void load().catch(() => undefined),
  })
  return {
    ...overlay,
    opener: { ...opener, 'aria-busy': isLoading || undefined },
    close: () => setOverlay((before) => ({ ...before, isOpen: false })),
  }
}

interface Overlay {
  isOpen: boolean
  turn: number
  Contents?: ComponentType
}
