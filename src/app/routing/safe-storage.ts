import type { StoredKeyName } from '#shared/privacy/stored-keys.ts'

/** Text by key that outlives the page where the browser lets it; visitors are told of every key. */
export interface TextStorage {
  get(key: StoredKeyName): string | undefined
  set(key: StoredKeyName, value: string): void
  remove(key: StoredKeyName): void
}

/** The browser's storage, which behaves as if empty where it is absent, full or forbidden. */
export function createSafeStorage(open: () => Storage = () => localStorage): TextStorage {
  const attempt = <Result>(action: (storage: Storage) => Result): Result | undefined => {
    try {
      return action(open())
    } catch {
      // A private window may throw on any access; no one loses more than what this browser would have remembered.
      return undefined
    }
  }
  return {
    get: (key) => attempt((storage) => storage.getItem(key)) ?? undefined,
    set: (key, value) => void attempt((storage) => storage.setItem(key, value)),
    remove: (key) => void attempt((storage) => storage.removeItem(key)),
  }
}

/** Whether nothing that a page stores outlives it, since the browser forbids it. */
export function isStorageBlocked(): boolean {
  try {
    return !localStorage
  } catch {
    return true
  }
}
