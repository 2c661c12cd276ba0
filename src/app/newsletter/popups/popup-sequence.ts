import type { PopupName } from '../seen-popups.ts'

export type PopupSequence = ReturnType<typeof startPopups>

const LAUNCH_MS = 1000
const VIP_ALONE_MS = 3000
const VIP_AFTER_LAUNCH_MS = 30_000
/** The pause while the visitor is busy. */
const RETRY_MS = 1000

/**
 * The launch popup is first, and the Inner Circle popup follows. Each is shown once, and none while the visitor is
 * busy. The sequence lives as long as the document.
 */
export function startPopups(visit: {
  after: (milliseconds: number, action: () => void) => void
  /** The milliseconds since the page has loaded. */
  loadedFor: number
  /** Whether the launch campaign is running. */
  hasLaunch: boolean
  /** Returns whether the popup has been closed, in any tab, or must never be shown. */
  isOver: (popup: PopupName) => boolean
  /** The visitor may be paying, typing or looking at something else. */
  isBusy: () => boolean
  isScrolledHalf: () => boolean
  prepare: (popup: PopupName) => Promise<boolean>
  show: (popup: PopupName) => void
}) {
  const { after, isOver } = visit
  const ready = new Set<PopupName>()
  let isVipScheduled = false
  let isVipOpened = false

  const open = async (popup: PopupName): Promise<void> => {
    if (isOver(popup)) {
      // Another tab has shown and closed this popup.
      if (popup === 'launch') scheduleVip()
    } else if (visit.isBusy()) after(RETRY_MS, () => void open(popup))
    else if (ready.has(popup)) visit.show(popup)
    else if (await visit.prepare(popup)) {
      // The conditions are checked again, because loading takes time.
      ready.add(popup)
      await open(popup)
    }
  }
  const openVip = () => {
    if (isVipOpened) return
    isVipOpened = true
    void open('vip')
  }
  const scrolled = () => {
    if (isVipScheduled && visit.isScrolledHalf()) openVip()
  }
  const scheduleVip = () => {
    isVipScheduled = true
    after(VIP_AFTER_LAUNCH_MS, openVip)
    scrolled()
  }

  if (isOver('launch')) after(VIP_ALONE_MS, openVip)
  else if (visit.hasLaunch) after(Math.max(0, LAUNCH_MS - visit.loadedFor), () => void open('launch'))
  else scheduleVip()
  return {
    /** Call it when the launch popup is closed. */
    launchClosed: scheduleVip /** Call it when the visitor scrolls. */,
    scrolled,
  }
}
