import { createSafeStorage } from '../routing/safe-storage.ts'

const KEY = 'ring_size'

const storage = createSafeStorage()
const listeners = new Set<() => void>()

/** Code of the ring size that whoever uses this browser wears, as far as they said so. */
export function ownRingSize(): string | undefined {
  return storage.get(KEY)
}

/** Remembers a size on this device, or forgets the one there was, and tells whatever shows it. */
export function keepRingSize(code: string | undefined): void {
  if (code === undefined) storage.remove(KEY)
  else storage.set(KEY, code)
  for (const listener of listeners) listener()
}

/** @returns how to stop listening */
export function onRingSize(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
