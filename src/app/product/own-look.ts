import { useSyncExternalStore } from 'react'

import { createSafeStorage } from '../routing/safe-storage.ts'

const KEY = 'drawn_on'
const NEWS = 'drawn-on'

const storage = createSafeStorage()

/** How pieces are drawn for this shopper, as in a link: `skin=3&finger=17.3`. */
export function keepLook(query: string): void {
  storage.set(KEY, query)
  dispatchEvent(new Event(NEWS))
}

/** Empty during hydration and if the shopper has chosen none. */
export function useOwnLook(): string {
  return useSyncExternalStore(
    onLook,
    () => storage.get(KEY) ?? '',
    () => '',
  )
}

function onLook(listener: () => void): () => void {
  addEventListener(NEWS, listener)
  return () => removeEventListener(NEWS, listener)
}
