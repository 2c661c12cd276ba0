import { useSyncExternalStore } from 'react'

import { createSafeStorage } from '../routing/safe-storage.ts'

/** The short side of a bank card in mm, which is standardized worldwide (ISO 7810, ID-1). It fits on a phone. */
export const CARD_MM = 53.98

const KEY = 'screen_card'
const NEWS = 'screen-card'

const storage = createSafeStorage()
/** Without storage, the value exists until the page is closed. */
let latest = ''

/** The width of a bank card in CSS pixels, and the pixel size at the time of the measurement. */
function saved(): [cardPx: number | undefined, scale: number | undefined] {
  const [cardPx, scale] = (storage.get(KEY) ?? latest).split('@').map(Number)
  return [cardPx || undefined, scale]
}

/** Returns the size of a CSS pixel on this screen. It includes pinch zoom, which `devicePixelRatio` does not. */
function scaleNow(): number {
  return devicePixelRatio * (visualViewport?.scale ?? 1)
}

function cardPxNow(): number | undefined {
  const [cardPx, scale] = saved()
  return scale === scaleNow() ? cardPx : undefined
}

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

/** Undefined if the card was not measured, if the page zoom has changed since, and during hydration. */
export function useCardPx(): number | undefined {
  return useSyncExternalStore(onScreen, cardPxNow, () => undefined)
}

/** Returns whether the page zoom has changed since the screen was measured. */
export function useIsMeasuredOtherwise(): boolean {
  return useSyncExternalStore(
    onScreen,
    () => saved()[0] !== undefined && cardPxNow() === undefined,
    () => false,
  )
}
