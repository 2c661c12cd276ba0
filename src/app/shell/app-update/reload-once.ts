import { createSafeStorage, type TextStorage } from '../../routing/safe-storage.ts'

export const GUARD_MS = 10_000
export const RELOADS_KEY = 'reloads'

interface Browser {
  storage: TextStorage
  now: () => number
}

/**
 * The build of a page whose scripts fail to load may have been replaced. A path may be reloaded at most once in ten
 * seconds, so that a permanent failure ends on the error page and not in a reload loop.
 * @returns false if the browser cannot store the time of the reload
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
