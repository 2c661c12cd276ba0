import { useLingui } from '@lingui/react'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'

import { hasMeasures } from '#shared/privacy/has-measures.ts'

import { usePage } from '../routing/page-context.tsx'

/** Loads nothing if the operator has configured no analytics. */
export function ConsentBar() {
  const { publicConfig, preview } = usePage()
  const { i18n } = useLingui()
  const [View, setView] = useState<ComponentType>()
  const isWanted = hasMeasures(publicConfig) && !preview
  // This is an effect event, because `i18n` changes whenever a message catalog is added.
  const load = useEffectEvent(async () => (await import('./bar/consent-view.tsx')).loadConsentView(i18n))
  useEffect(() => {
    if (!isWanted) return
    load().then(
      (loaded) => setView(() => loaded),
      // If the bar cannot be loaded, there is no consent, so nothing is tracked.
      () => undefined,
    )
  }, [isWanted])
  return View ? <View /> : null
}
