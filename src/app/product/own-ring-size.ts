import { createSafeStorage } from '../routing/safe-storage.ts'

const KEY = 'ring_size'
const NEWS = 'ring-size'

const storage = createSafeStorage()

/** Returns the code of the ring size that the user of this browser has entered; empty if there is none. */
export function ownRingSize(): string {
  return storage.get(KEY) ?? ''
}

/** Stores a size on this device, or removes it, and notifies the subscribers. */
export function keepRingSize(code: string): void {
  storage.set(KEY, code)
  dispatchEvent(new Event(NEWS))
}

/**
 * Subscribes to changes of the stored size.
 * @returns a function that unsubscribes
 */
export function onRingSize(listener: () => void): () => void {
  addEventListener(NEWS, listener)
  return () => removeEventListener(NEWS, listener)
}
