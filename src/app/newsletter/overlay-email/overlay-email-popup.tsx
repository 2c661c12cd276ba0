import { Trans } from '@lingui/react/macro'
import { useState } from 'react'

import { createSafeStorage } from '../../routing/safe-storage.ts'
import { Popup } from '../../ui/overlays/popup.tsx'
import { JoinForm } from '../forms/join-form.tsx'

const KEY = 'subscribedToEmail'

const storage = createSafeStorage()

/** No code reads this key. The key `emailSubscription` stores who is subscribed. */
const remember = (isSubscribed: boolean) => storage.set(KEY, String(isSubscribed))

/** The shortest form, which opens above any page. */
export function OverlayEmailPopup({ onClose }: { onClose: () => void }) {
  const [isDone, setDone] = useState(false)

  function join() {
    remember(true)
    setDone(true)
  }

  return (
    <Popup onClose={onClose} title={<Trans>The Inner Circle</Trans>}>
      <p role="status" className="mt-4 text-quiet">
        {isDone ? <Trans>Please check your inbox</Trans> : null}
      </p>
      {isDone ? null : (
        <JoinForm isOverlay button={<Trans>Subscribe</Trans>} onJoined={join} onFailed={() => remember(false)} />
      )}
    </Popup>
  )
}
