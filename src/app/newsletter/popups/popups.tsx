import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useEffect, useState, type ComponentType } from 'react'

import { addMessages, type MessageSet } from '../../i18n/load-i18n.ts'
import { usePage } from '../../routing/page-context.tsx'
import { isSeen, markSeen } from '../seen-popups.ts'
import { readSubscription } from '../subscription.ts'
import { beginPopups, type PopupName, type PopupSequence } from './popup-sequence.ts'

/** A popup that speaks up by itself. */
interface LocalizedPopupProps {
  onClose: () => void
}
type LocalizedPopup = ComponentType<LocalizedPopupProps>

interface Shown {
  name: PopupName
  Popup: LocalizedPopup
  /** How far down the page the shopper was. */
  top: number
}

/** Code and words of each, fetched when its time has come. A popup that is switched off has no code. */
const LOADS: Record<PopupName, [load: () => Promise<LocalizedPopup | undefined>, words: MessageSet]> = {
  launch: [async () => (await import('../launch/launch-popup.tsx')).LaunchPopup, 'launch'],
  vip: [async () => (await import('../vip/vip-popup.tsx')).pickVipPopup(), 'newsletter'],
}

/** One for the document, whatever replaces the page and what stands around it. */
let sequence: PopupSequence | undefined
let show: (shown: Shown | undefined) => void = () => undefined

/** What speaks up by itself, one after the other. Who has seen all of it loads nothing of it. */
export function Popups() {
  const { i18n } = useLingui()
  const { campaign } = usePage()
  const [shown, setShown] = useState<Shown>()

  useEffect(() => {
    show = setShown
    if (!sequence && !(isOver('launch') && isOver('vip'))) sequence = begin(i18n, campaign !== null)
  }, [i18n, campaign])

  if (!shown) return null
  const { name, Popup, top } = shown

  function close() {
    setShown(undefined)
    markSeen(name)
    scrollTo({ top, behavior: 'instant' })
    if (name === 'vip') return
    dispatchEvent(new CustomEvent('launch-popup-closed'))
    sequence?.launchClosed()
  }
  return <Popup onClose={close} />
}

function begin(i18n: I18n, hasLaunch: boolean): PopupSequence {
  const popups = new Map<PopupName, LocalizedPopup>()
  const begun = beginPopups({
    after: (milliseconds, action) => void setTimeout(action, milliseconds),
    hasLaunch,
    isOver,
    isBusy,
    isScrolledHalf,
    async prepare(name) {
      try {
        const [load, messages] = LOADS[name]
        const [Popup] = await Promise.all([load(), addMessages(i18n, messages)])
        if (Popup) popups.set(name, Popup)
        return Popup !== undefined
      } catch {
        // No one misses what no one asked for.
        return false
      }
    },
    show(name) {
      const Popup = popups.get(name)
      if (Popup) show({ name, Popup, top: scrollY })
    },
  })
  addEventListener('scroll', begun.scrolled, { passive: true })
  return begun
}

function isOver(popup: PopupName): boolean {
  return isSeen(popup) || (popup === 'vip' && readSubscription()?.subscribed === true)
}

/**
 * Where no one is spoken to who did not ask: at the till, before an order, and where emails are asked for, confirmed
 * and ended.
 */
const QUIET_PAGES = /^\/\w+\/(checkout|order|newsletter|hints)(\/|$)/

/** Something open above the page, or a field that someone writes in. */
const OCCUPIED = '.overlay-open, :is(input:not([type=radio], [type=checkbox]), textarea, select):focus'

/** Whether someone would be disturbed now. */
function isBusy(): boolean {
  return document.hidden || QUIET_PAGES.test(location.pathname) || document.querySelector(OCCUPIED) !== null
}

/** Whether the shopper has come halfway down the page; never on one that is all in sight. */
function isScrolledHalf(): boolean {
  const way = document.documentElement.scrollHeight - innerHeight
  return way > 0 && scrollY >= way / 2
}
