import type { StoredKeyName } from '#shared/privacy/stored-keys.ts'

export type TextStorage = ReturnType<typeof createSafeStorage>

/**
 * The privacy policy lists every key.
 * Never throws. If storage is missing, full or forbidden, it behaves as if it were empty.
 */
export function createSafeStorage(open: () => Storage = () => localStorage) {
  const attempt = <Result>(action: (storage: Storage) => Result): Result | undefined => {
    try {
      return action(open())
    } catch {
      // A private window may throw on any access.
      return undefined
    }
  }
  return {
    get: (key: StoredKeyName) => attempt((storage) => storage.getItem(key)) ?? undefined,
    set: (key: StoredKeyName, value: string) => void attempt((storage) => storage.setItem(key, value)),
    remove: (key: StoredKeyName) => void attempt((storage) => storage.removeItem(key)),
  }
}

export function isStorageBlocked(): boolean {
  try {
    return !localStorage
  } catch {
    return true
  }
}
