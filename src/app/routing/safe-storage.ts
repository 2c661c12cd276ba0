import type { StoredKeyName } from '#shared/privacy/stored-keys.ts'

/** The privacy policy lists every key. */
export interface TextStorage {
  get(key: StoredKeyName): string | undefined
  set(key: StoredKeyName, value: string): void
  remove(key: StoredKeyName): void
}

/** Never throws. If storage is missing, full or forbidden, it behaves as if it were empty. */
export function createSafeStorage(open: () => Storage = () => localStorage): TextStorage {
  const attempt = <Result>(action: (storage: Storage) => Result): Result | undefined => {
    try {
      return action(open())
    } catch {
      // A private window may throw on any access.
      return undefined
    }
  }
  return {
    get: (key) => attempt((storage) => storage.getItem(key)) ?? undefined,
    set: (key, value) => void attempt((storage) => storage.setItem(key, value)),
    remove: (key) => void attempt((storage) => storage.removeItem(key)),
  }
}

export function isStorageBlocked(): boolean {
  try {
    return !localStorage
  } catch {
    return true
  }
}
