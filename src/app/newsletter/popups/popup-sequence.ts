export type PopupName = 'launch' | 'vip'

/** What the popups have to know of the visit, and what they can do to it. */
export interface PopupVisit {
  after: (milliseconds: number, action: () => void) => void
  /** Whether there is a launch to speak of. */
  hasLaunch: boolean
  /** Whether it has been closed once, in any tab, or must never be shown. */
  isOver: (popup: PopupName) => boolean
  /** Whether someone would be disturbed who is paying, typing, or looking at something else. */
  isBusy: () => boolean
  /** Whether the shopper has come halfway down a page that can be scrolled. */
  isScrolledHalf: () => boolean
  /** Fetches a popup. @returns false where it cannot be had */
  prepare: (popup: PopupName) => Promise<boolean>
  show: (popup: PopupName) => void
}

export interface PopupSequence {
  /** The launch popup has been closed. */
  launchClosed: () => void
  /** The shopper has scrolled. */
  scrolled: () => void
}

const LAUNCH_MS = 1000
const VIP_OF_KNOWN_MS = 3000
const VIP_AFTER_LAUNCH_MS = 30_000
/** How soon someone who was busy is looked at again. */
const CALM_MS = 1000

/**
 * Who speaks when: the launch first, the Inner Circle a good while after it, each once and neither to someone busy.
 * It lives as long as the document, whichever pages come and go in it.
 */
export function beginPopups(visit: PopupVisit): PopupSequence {
  const { after, isOver } = visit
  const ready = new Set<PopupName>()
  let isVipAwaited = false
  let isVipCalled = false

  const speak = async (popup: PopupName): Promise<void> => {
    if (isOver(popup)) {
      // In another tab, which was quicker.
      if (popup === 'launch') awaitVip()
    } else if (visit.isBusy()) after(CALM_MS, () => void speak(popup))
    else if (ready.has(popup)) visit.show(popup)
    else if (await visit.prepare(popup)) {
      // It took its time, in which much may have changed.
      ready.add(popup)
      await speak(popup)
    }
  }
  const callVip = () => {
    if (isVipCalled) return
    isVipCalled = true
    void speak('vip')
  }
  const scrolled = () => {
    if (isVipAwaited && visit.isScrolledHalf()) callVip()
  }
  const awaitVip = () => {
    isVipAwaited = true
    after(VIP_AFTER_LAUNCH_MS, callVip)
    scrolled()
  }

  if (isOver('launch')) after(VIP_OF_KNOWN_MS, callVip)
  else if (visit.hasLaunch) after(LAUNCH_MS, () => void speak('launch'))
  else awaitVip()
  return { launchClosed: awaitVip, scrolled }
}
