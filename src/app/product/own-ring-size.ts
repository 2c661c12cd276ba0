import { createSafeStorage } from '../routing/safe-storage.ts'

const KEY = 'ring_size'
const NEWS = 'ring-size'

const storage = createSafeStorage()

/** Empty if the user of this browser has entered none. */
export function ownRingSize(): string {
  return storage.get(KEY) ?? ''
}

/** An empty `code` removes the size. */
export function keepRingSize(code: string): void {
  storage.set(KEY, code)
  dispatchEvent(new Event(NEWS))
}

/** @returns a function that unsubscribes */
export function onRingSize(listener: () => void): () => void {
  addEventListener(NEWS, listener)
  return () => removeEventListener(NEWS, listener)
}
