import { createSafeStorage } from '../../routing/safe-storage.ts'
import type { PopupName } from './popup-sequence.ts'

const KEYS = { launch: 'hasSeenLaunchPopup', vip: 'hasSeenVipPopup' } as const satisfies Record<PopupName, string>

const storage = createSafeStorage()
/** For a browser that keeps nothing. */
const seenHere = new Set<PopupName>()

/** Whether somebody has closed it in this browser. */
export function isSeen(popup: PopupName): boolean {
  return seenHere.has(popup) || storage.get(KEYS[popup]) === 'true'
}

export function markSeen(popup: PopupName): void {
  seenHere.add(popup)
  storage.set(KEYS[popup], 'true')
}
