import { createSafeStorage } from '../routing/safe-storage.ts'

const KEY = 'ring_size'
const NEWS = 'ring-size'

const storage = createSafeStorage()

/** Code of the ring size that anyone who uses this browser wears, as far as they said so; empty where they did not. */
export function ownRingSize(): string {
  return storage.get(KEY) ?? ''
}

/** Remembers a size on this device, or none, and tells whatever shows it. */
export function keepRingSize(code: string): void {
  storage.set(KEY, code)
  dispatchEvent(new Event(NEWS))
}

/** @returns how to stop listening */
export function onRingSize(listener: () => void): () => void {
  addEventListener(NEWS, listener)
  return () => removeEventListener(NEWS, listener)
}
