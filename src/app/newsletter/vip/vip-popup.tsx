import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'

import { readFlag } from '../../analytics/analytics.ts'
import { track } from '../../analytics/track.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { JoinForm } from '../forms/join-form.tsx'
import { markSeen } from '../seen-popups.ts'
import { keepSubscription } from '../subscription.ts'

const THANKS_MS = 4000

/**
 * The value `false` of Mixpanel's feature flag `vip-popup` disables the popup. Visitors who are not measured get it.
 */
export async function pickVipPopup(): Promise<typeof VipPopup | undefined> {
  const { value } = await readFlag('vip-popup', { key: 'on', value: true })
  return value === false ? undefined : VipPopup
}

/** Thanks the visitor and closes itself. It opens by itself, and therefore blocks nothing. */
export function VipPopup({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [isJoined, setJoined] = useState(false)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!isJoined) return undefined
    const timer = setTimeout(() => close(), THANKS_MS)
    return () => clearTimeout(timer)
  }, [isJoined])

  function join(email: string) {
    keepSubscription(email)
    markSeen('vip')
    track('VIPSubscription', { campaign: 'InnerCircle' })
    setJoined(true)
  }

  return (
    <Sheet
      onClose={onClose}
      announcement={t`An invitation to the Inner Circle is at the end of the page.`}
      title={isJoined ? <Trans>Welcome to the Inner Circle</Trans> : <Trans>Become an Insider</Trans>}
    >
      <p role="status" className="mt-2 text-sm text-quiet">
        {isJoined ? <Trans>Check your inbox for exclusive access</Trans> : null}
      </p>
      {isJoined ? null : (
        <>
          <p className="mb-3 text-sm text-quiet">
            <Trans>New pieces before everyone else and, now and then, an offer just for the Inner Circle.</Trans>
          </p>
          <JoinForm button={<Trans>Join the Inner Circle</Trans>} onJoined={join} />
        </>
      )}
    </Sheet>
  )
}
