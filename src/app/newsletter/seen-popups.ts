import { createSafeStorage, isStorageBlocked } from '../routing/safe-storage.ts'
import type { PopupName } from './popups/popup-sequence.ts'

const KEYS = { launch: 'hasSeenLaunchPopup', vip: 'hasSeenVipPopup' } as const satisfies Record<PopupName, string>

const storage = createSafeStorage()
/** Remembers popups of this document if storing fails, such as when the storage is full. */
const seenHere = new Set<PopupName>()

/**
 * Whether the visitor has closed the popup in this browser. It counts as closed if the browser blocks storage, because
 * the popup would come back on every page.
 */
export function isSeen(popup: PopupName): boolean {
  return seenHere.has(popup) || storage.get(KEYS[popup]) === 'true' || isStorageBlocked()
}

export function markSeen(popup: PopupName): void {
  seenHere.add(popup)
  storage.set(KEYS[popup], 'true')
}
