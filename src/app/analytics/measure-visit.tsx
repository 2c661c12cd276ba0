import { useEffect, useState, type ComponentType } from 'react'

import { hasMeasures } from '#shared/privacy/has-measures.ts'

import { usePage } from '../routing/page-context.tsx'
import { useIsPrivate } from '../routing/private-page.ts'

/** Private pages and drafts are never reported. */
export function MeasureVisit() {
  const { publicConfig, preview } = usePage()
  const [Measuring, setMeasuring] = useState<ComponentType>()
  const isOpen = !useIsPrivate() && !preview
  const isWanted = isOpen && hasMeasures(publicConfig)
  useEffect(() => {
    if (isOpen && !publicConfig.mixpanelToken) console.info('Mixpanel disabled: No token provided')
  }, [isOpen, publicConfig])
  useEffect(() => {
    if (!isWanted) return
    import('./measuring.tsx').then(
      (module) => setMeasuring(() => module.Measuring),
      () => undefined,
    )
  }, [isWanted])
  return Measuring ? <Measuring /> : null
}
