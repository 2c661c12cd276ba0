import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { EmailLinkPage } from './email-link-page.tsx'

/** Says to someone who has unsubscribed that it is done. */
export function Left({ address, children }: { address: string; children?: ReactNode }) {
  const { t } = useLingui()
  return (
    <EmailLinkPage address={address} title={t`You have left our letters`}>
      <p>
        <Trans>Nothing comes to this address. Should you change your mind, you are welcome back.</Trans>
      </p>
      {children ? <div className="pt-3">{children}</div> : null}
    </EmailLinkPage>
  )
}
