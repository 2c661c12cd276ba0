import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import type { ConsentChoice, ConsentRecord } from '#shared/privacy/consent.ts'

import { usePage } from '../../routing/page-context.tsx'
import { useIsPrivate } from '../../routing/private-page.ts'
import { choose, followConsent, hasObjection, keepConsent, mayMeasure, readConsent, useChoice } from '../consent.ts'
import { forgetMeasurements } from '../forget-measurements.ts'
import { AskBar } from './ask-bar.tsx'

export function ConsentView() {
  const { publicConfig } = usePage()
  const choice = useChoice()
  const dialog = useOpenDialog()
  const isPrivate = useIsPrivate()
  const [opener, setOpener] = useState<HTMLElement>()
  const isUnasked = choice === undefined && publicConfig.consent === 'required' && !hasObjection() && !isPrivate

  useEffect(() => {
    const settle = () => {
      void recordConsent()
      if (!mayMeasure(publicConfig)) forgetMeasurements()
    }
    // This also runs at the start, because the previous page may have been closed before the choice was sent.
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

async function recordConsent(): Promise<void> {
  const consent = readConsent()
  if (!consent || consent.isTold) return
  const { choice, version, id } = consent
  try {
    const response = await fetch('/api/consent', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ choice, version, id } satisfies ConsentRecord),
      keepalive: true,
    })
    // A choice made in the meantime is sent by a separate call.
    if (response.ok && readConsent()?.time === consent.time) keepConsent({ ...consent, isTold: true })
  } catch {
    // The browser is offline or has left the page. The next visit tries again.
  }
}

/**
 * Links with `data-privacy-choices` lead to the policy without JavaScript. The listener uses the capture phase, so that
 * it runs before the router's handler.
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

/** Only the content of a modal dialog is interactive, so the bar is rendered into it. */
function useOpenDialog(): Element | null {
  return useSyncExternalStore(watchOverlays, () => document.querySelector('dialog:modal'))
}

/** Every overlay sets a class on the body while it is open. */
function watchOverlays(onChange: () => void): () => void {
  const watcher = new MutationObserver(onChange)
  watcher.observe(document.body, { attributeFilter: ['class'] })
  return () => watcher.disconnect()
}
