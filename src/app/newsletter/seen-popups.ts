import { createSafeStorage, isStorageBlocked } from '../routing/safe-storage.ts'

const KEYS = { launch: 'hasSeenLaunchPopup', vip: 'hasSeenVipPopup' } as const

export type PopupName = keyof typeof KEYS

const storage = createSafeStorage()
/** Used if storing fails, for example because the storage is full. */
const seenHere = new Set<PopupName>()

/** If the browser blocks storage, the popup counts as closed: it would otherwise appear on every page. */
export function isSeen(popup: PopupName): boolean {
  return seenHere.has(popup) || storage.get(KEYS[popup]) === 'true' || isStorageBlocked()
}

export function markSeen(popup: PopupName): void {
  seenHere.add(popup)
  storage.set(KEYS[popup], 'true')
}
