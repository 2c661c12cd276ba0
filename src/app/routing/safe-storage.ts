import type { StoredKeyName } from '#shared/privacy/stored-keys.ts'

/** Text values by key, persistent if the browser allows it. Every key is listed in the privacy policy. */
export interface TextStorage {
  get(key: StoredKeyName): string | undefined
  set(key: StoredKeyName, value: string): void
  remove(key: StoredKeyName): void
}

/** Wraps browser storage. Never throws: if storage is absent, full or forbidden, it behaves as if empty. */
export function createSafeStorage(open: () => Storage = () => localStorage): TextStorage {
  const attempt = <Result>(action: (storage: Storage) => Result): Result | undefined => {
    try {
      return action(open())
    } catch {
      // A private window may throw on any access. Only the stored value is lost.
      return undefined
    }
  }
  return {
    get: (key) => attempt((storage) => storage.getItem(key)) ?? undefined,
    set: (key, value) => void attempt((storage) => storage.setItem(key, value)),
    remove: (key) => void attempt((storage) => storage.removeItem(key)),
  }
}

/** Whether the browser forbids storage. */
export function isStorageBlocked(): boolean {
  try {
    return !localStorage
  } catch {
    return true
  }
}
