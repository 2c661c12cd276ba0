import { useSyncExternalStore } from 'react'

import { createSafeStorage } from '../routing/safe-storage.ts'

/** The short side of a bank card in mm, the same all over the world (ISO 7810, ID-1): it fits on a phone. */
export const CARD_MM = 53.98

const KEY = 'screen_card'
const NEWS = 'screen-card'

const storage = createSafeStorage()
/** A browser that keeps nothing knows it until the page is left. */
let latest = ''

/** What was measured: a bank card in CSS pixels, and how large those were. */
function saved(): [cardPx: number | undefined, scale: number | undefined] {
  const [cardPx, scale] = (storage.get(KEY) ?? latest).split('@').map(Number)
  return [cardPx || undefined, scale]
}

/** How large a CSS pixel is on this screen. Two fingers enlarge it too, which `devicePixelRatio` says nothing of. */
function scaleNow(): number {
  return devicePixelRatio * (visualViewport?.scale ?? 1)
}

function cardPxNow(): number | undefined {
  const [cardPx, scale] = saved()
  return scale === scaleNow() ? cardPx : undefined
}

/** Remembers on this device what was measured, and tells whatever shows it. */
export function keepCardPx(cardPx: number): void {
  latest = `${cardPx}@${scaleNow()}`
  storage.set(KEY, latest)
  dispatchEvent(new Event(NEWS))
}

function onScreen(listener: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener(NEWS, listener, { signal })
  addEventListener('resize', listener, { signal })
  visualViewport?.addEventListener('resize', listener, { signal })
  return () => stop.abort()
}

/**
 * How wide a bank card is on this screen in CSS pixels, as it was measured; undefined where it was not, while the page
 * is zoomed otherwise than it was then, in the server's markup and while that wakes up.
 */
export function useCardPx(): number | undefined {
  return useSyncExternalStore(onScreen, cardPxNow, () => undefined)
}

/** Whether the screen was measured, and the page is zoomed otherwise by now. */
export function useIsMeasuredOtherwise(): boolean {
  return useSyncExternalStore(
    onScreen,
    () => saved()[0] !== undefined && cardPxNow() === undefined,
    () => false,
  )
}
