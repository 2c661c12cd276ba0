import { createSafeStorage, isStorageBlocked } from '../routing/safe-storage.ts'
import type { PopupName } from './popups/popup-sequence.ts'

const KEYS = { launch: 'hasSeenLaunchPopup', vip: 'hasSeenVipPopup' } as const satisfies Record<PopupName, string>

const storage = createSafeStorage()
/** Where what is stored is lost at once, such as in a full storage. */
const seenHere = new Set<PopupName>()

/**
 * Whether the visitor has closed it in this browser. A browser that forbids storage would show it again on every page, so
 * there it counts as closed.
 */
export function isSeen(popup: PopupName): boolean {
  return seenHere.has(popup) || storage.get(KEYS[popup]) === 'true' || isStorageBlocked()
}

export function markSeen(popup: PopupName): void {
  seenHere.add(popup)
  storage.set(KEYS[popup], 'true')
}
