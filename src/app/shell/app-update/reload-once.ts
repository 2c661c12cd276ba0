import { createSafeStorage, type TextStorage } from '../../routing/safe-storage.ts'

export const GUARD_MS = 10_000
export const RELOADS_KEY = 'reloads'

interface Browser {
  storage: TextStorage
  now: () => number
}

/**
 * Whether a page whose parts cannot be had may be loaded whole: the build that they belong to may be gone. Once in
 * ten seconds a path, so that what fails for ever ends in words and not in a circle.
 * @returns true at most once; never where the browser would not remember that it was
 */
export function mayReload(
  path: string,
  { storage, now }: Browser = { storage: createSafeStorage(() => sessionStorage), now: Date.now },
): boolean {
  const { [path]: last = -GUARD_MS, ...others } = JSON.parse(storage.get(RELOADS_KEY) ?? '{}') as Record<string, number>
  if (now() - last < GUARD_MS) return false
  storage.set(RELOADS_KEY, JSON.stringify({ ...others, [path]: now() }))
  return storage.get(RELOADS_KEY) !== undefined
}
