import { useLingui } from '@lingui/react'
import { useEffect, useState, type ComponentType } from 'react'

import { hasMeasures } from '#shared/privacy/has-measures.ts'

import { usePage } from '../routing/page-context.tsx'

/** Asks whether the visit may be measured; nothing where nobody measures. */
export function ConsentBar() {
  const { publicConfig, preview } = usePage()
  const { i18n } = useLingui()
  const [Room, setRoom] = useState<ComponentType>()
  const isWanted = hasMeasures(publicConfig) && !preview
  useEffect(() => {
    if (!isWanted) return
    import('./bar/bring-consent.ts')
      .then(async ({ bringConsent }) => bringConsent(i18n))
      .then((room) => setRoom(() => room))
      // Nobody is asked, and so nothing is measured.
      .catch(() => undefined)
  }, [isWanted, i18n])
  return Room ? <Room /> : null
}
