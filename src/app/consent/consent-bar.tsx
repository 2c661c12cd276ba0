import { useLingui } from '@lingui/react'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'

import { hasMeasures } from '#shared/privacy/has-measures.ts'

import { usePage } from '../routing/page-context.tsx'

/** Asks whether the visit may be measured; nothing where no one measures. */
export function ConsentBar() {
  const { publicConfig, preview } = usePage()
  const { i18n } = useLingui()
  const [Scenario, setView] = useState<ComponentType>()
  const isWanted = hasMeasures(publicConfig) && !preview
  // Another `i18n` after every catalog that is added, so that what adds one cannot wait for it to change.
  const bring = useEffectEvent(async () => (await import('./bar/bring-consent.ts')).bringConsent(i18n))
  useEffect(() => {
    if (!isWanted) return
    bring().then(
      (container) => setView(() => container),
      // No one is asked, and so nothing is measured.
      () => undefined,
    )
  }, [isWanted])
  return Scenario ? <Scenario /> : null
}
