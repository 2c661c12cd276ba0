import { useEffect, useState, type ComponentType } from 'react'
import { useLocation } from 'react-router'

import { withMessages } from '../../i18n/load-i18n.ts'
import { usePage } from '../../routing/page-context.tsx'
import { isSeen, markSeen, type PopupName } from '../seen-popups.ts'
import { readSubscription } from '../subscription.ts'
import { startPopups, type PopupSequence } from './popup-sequence.ts'

type PopupComponent = ComponentType<{ onClose: () => void }>

interface Shown {
  name: PopupName
  Popup: PopupComponent
  /** The scroll position at the opening, in px. */
  top: number
}

/** Undefined if a feature flag disables the popup. */
const LOADS: Record<PopupName, () => Promise<PopupComponent | undefined>> = {
  launch: async () => (await import('../launch/launch-popup.tsx')).LaunchPopup,
  vip: async () => {
    const { pickVipPopup } = await withMessages(import('../vip/vip-popup.tsx'), 'content')
    return pickVipPopup()
  },
}

/** One per document: the sequence persists across navigations. */
let sequence: PopupSequence | undefined
let isStarted = false
let show: (shown: Shown | undefined) => void = () => undefined

/** If the visitor has seen all popups, no code is loaded. */
export function Popups() {
  const { campaign } = usePage()
  const { pathname } = useLocation()
  const [shown, setShown] = useState<Shown>()

  useEffect(() => {
    show = setShown
    if (isStarted || (isOver('launch') && isOver('vip'))) return
    isStarted = true
    const begin = () => (sequence = start(campaign !== null))
    if (document.readyState === 'complete') begin()
    else addEventListener('load', () => setTimeout(begin), { once: true })
  }, [campaign])

  // The Inner Circle popup stays open when the visitor goes to another page.
  if (!shown || QUIET_PAGES.test(pathname)) return null
  const { name, Popup, top } = shown

  function close() {
    setShown(undefined)
    markSeen(name)
    if (name === 'vip') return
    scrollTo({ top, behavior: 'instant' })
    dispatchEvent(new CustomEvent('launch-popup-closed'))
    sequence?.launchClosed()
  }
  return <Popup onClose={close} />
}

function start(hasLaunch: boolean): PopupSequence {
  const popups = new Map<PopupName, PopupComponent>()
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const started = startPopups({
    after: (milliseconds, action) => void setTimeout(action, milliseconds),
    loadedFor: performance.now() - (navigation?.loadEventEnd ?? 0),
    hasLaunch,
    isOver,
    isBusy,
    isScrolledHalf,
    async prepare(name) {
      try {
        const Popup = await LOADS[name]()
        if (Popup) popups.set(name, Popup)
        return Popup !== undefined
      } catch {
        // A popup that cannot be loaded is not shown.
        return false
      }
    },
    show(name) {
      const Popup = popups.get(name)
      if (Popup) show({ name, Popup, top: scrollY })
    },
  })
  addEventListener('scroll', started.scrolled, { passive: true })
  return started
}

function isOver(popup: PopupName): boolean {
  return isSeen(popup) || (popup === 'vip' && readSubscription()?.subscribed === true)
}

/** Checkout, orders, the account, and the pages on which visitors subscribe, confirm, unsubscribe or stop hints. */
const QUIET_PAGES = /^\/\w+\/(checkout|order|account|newsletter|hints)(\/|$)/

/** An open overlay, or a field in which the visitor is typing. */
const BUSY = '.overlay-open, :is(input:not([type=radio], [type=checkbox]), textarea, select):focus'

function isBusy(): boolean {
  return document.hidden || QUIET_PAGES.test(location.pathname) || document.querySelector(BUSY) !== null
}

/** False for a page that does not scroll. */
function isScrolledHalf(): boolean {
  const range = document.documentElement.scrollHeight - innerHeight
  return range > 0 && scrollY >= range / 2
}
