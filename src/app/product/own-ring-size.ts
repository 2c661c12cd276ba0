import { createSafeStorage } from '../routing/safe-storage.ts'

const KEY = 'ring_size'
const NEWS = 'ring-size'

const storage = createSafeStorage()

/** Code of the ring size that the user of this browser has stated; empty if none. */
export function ownRingSize(): string {
  return storage.get(KEY) ?? ''
}

/** Stores a size on this device, or removes it, and notifies its subscribers. */
export function keepRingSize(code: string): void {
  storage.set(KEY, code)
  dispatchEvent(new Event(NEWS))
}

/** @returns a function that unsubscribes */
export function onRingSize(listener: () => void): () => void {
  addEventListener(NEWS, listener)
  return () => removeEventListener(NEWS, listener)
}
