import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import type { ConsentChoice } from '#shared/privacy/consent.ts'

import { usePage } from '../../routing/page-context.tsx'
import { useIsPrivate } from '../../routing/private-page.ts'
import { choose, followConsent, hasObjection, mayMeasure } from '../consent.ts'
import { forgetMeasurements } from '../forget-measurements.ts'
import { notifyShop } from '../notify-shop.ts'
import { useChoice } from '../use-consent.ts'
import { AskBar } from './ask-bar.tsx'
import { onPrivacyLink } from './on-privacy-link.ts'
import { useOpenDialog } from './use-open-dialog.ts'

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
