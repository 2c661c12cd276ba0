import { useEffect, useState, type ComponentType } from 'react'

import { hasMeasures } from '#shared/privacy/has-measures.ts'

import { withMessages } from '../i18n/load-i18n.ts'
import { usePage } from '../routing/page-context.tsx'

/** Loads nothing if the operator has configured no analytics. */
export function ConsentBar() {
  const { publicConfig, preview } = usePage()
  const [View, setView] = useState<ComponentType>()
  const isWanted = hasMeasures(publicConfig) && !preview
  useEffect(() => {
    if (!isWanted) return
    withMessages(import('./bar/consent-view.tsx'), 'content').then(
      ({ ConsentView }) => setView(() => ConsentView),
      // If the bar cannot be loaded, there is no consent, so nothing is tracked.
      () => undefined,
    )
  }, [isWanted])
  return View ? <View /> : null
}
