/** Lets one overlay be open at a time: whoever opens closes the one before. */
export interface OverlayTurns {
  /** @param close how this overlay is closed when another takes its place */
  take(close: () => void): void
  leave(close: () => void): void
}

const OPEN_CLASS = 'overlay-open'

export function createOverlayTurns(): OverlayTurns {
  let current: (() => void) | undefined
  return {
    take(close) {
      const before = current
      current = close
      if (!before) keepWidth()
      document.body.classList.add(OPEN_CLASS)
      if (before !== close) before?.()
    },
    leave(close) {
      if (current !== close) return
      current = undefined
      document.body.classList.remove(OPEN_CLASS)
    },
  }
}

/** Overlays take the page's scrollbar away; its room stays, so that nothing behind them jumps. */
function keepWidth(): void {
  const { documentElement: html } = document
  html.style.setProperty('--scrollbar-width', `${innerWidth - html.clientWidth}px`)
}

/** The turns of this document; nothing touches them during a server render. */
export const overlayTurns = createOverlayTurns()
