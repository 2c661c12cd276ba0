import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import type { ConsentChoice } from '#shared/privacy/consent.ts'

import { usePage } from '../../routing/page-context.tsx'
import { useIsPrivate } from '../../routing/private-page.ts'
import { choose, followConsent, hasObjection, mayMeasure } from '../consent.ts'
import { forgetMeasurements } from '../forget-measurements.ts'
import { notifyShop } from '../notify-shop.ts'
import { useChoice } from '../use-consent.ts'
import { AskBar } from './ask-bar.tsx'

/** Asks where someone has to be asked, and again anyone who follows the footer's link. */
export function ConsentView() {
  const { publicConfig } = usePage()
  const choice = useChoice()
  const dialog = useOpenDialog()
  const isPrivate = useIsPrivate()
  const [opener, setOpener] = useState<HTMLElement>()
  const isUnasked = choice === undefined && publicConfig.consent === 'required' && !hasObjection() && !isPrivate

  useEffect(() => {
    const settle = () => {
      void notifyShop()
      if (!mayMeasure(publicConfig)) forgetMeasurements()
    }
    // What the page before could not tell or forget.
    settle()
    return followConsent(settle)
  }, [publicConfig])
  useEffect(() => onPrivacyLink(setOpener), [])

  function answer(answered?: ConsentChoice) {
    if (answered) choose(answered)
    opener?.focus({ preventScroll: true })
    setOpener(undefined)
  }

  if (!opener && !isUnasked) return null
  const bar = <AskBar choice={choice} isReopened={opener !== undefined} onAnswer={answer} />
  return dialog ? createPortal(bar, dialog) : bar
}

/**
 * The links that open the bar again lead to the policy for those without JavaScript. They are heard before the page's
 * own handler of links.
 * @returns what ends it
 */
function onPrivacyLink(open: (link: HTMLElement) => void): () => void {
  const listening = new AbortController()
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-privacy-choices]') : null
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      open(link)
    },
    { capture: true, signal: listening.signal },
  )
  return () => listening.abort()
}

/** The dialog above the page, if one is open: only what stands inside it can be reached then. */
function useOpenDialog(): Element | null {
  return useSyncExternalStore(watchOverlays, () => document.querySelector('dialog:modal'))
}

/** Every overlay marks the body while it is open. */
function watchOverlays(onChange: () => void): () => void {
  const watcher = new MutationObserver(onChange)
  watcher.observe(document.body, { attributeFilter: ['class'] })
  return () => watcher.disconnect()
}
