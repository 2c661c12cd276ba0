import { Trans, useLingui } from '@lingui/react/macro'

import type { MailingView } from '#shared/newsletter/mailing.ts'

import { usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DamagedLinkText, HomeLink } from './dead-link.tsx'
import { EmailLinkForm, EmailLinkPage } from './email-link-page.tsx'

export function StopHintsView({ view, token }: { view: MailingView; token: string }) {
  const { t } = useLingui()
  const { brand } = usePage()
  if (view.link === 'damaged') {
    return (
      <EmailLinkPage title={t`This link is incomplete`}>
        <p className="text-quiet">
          <DamagedLinkText />
        </p>
        <HomeLink />
      </EmailLinkPage>
    )
  }
  if (!view.hints) {
    return (
      <EmailLinkPage title={t`No more hints`}>
        <p>
          <Trans>We won’t send any more hints to this address, no matter who asks.</Trans>
        </p>
        <HomeLink />
      </EmailLinkPage>
    )
  }
  return (
    <EmailLinkPage title={t`Stop gift hints?`}>
      <p>
        <Trans>
          Someone gave {brand} your address so we could show you a piece they wish for. If you’d rather not get hints,
          press the button and we won’t send you any, no matter who asks.
        </Trans>
      </p>
      <EmailLinkForm action="/api/drop-a-hint/stop" token={token} className="pt-3">
        <Button type="submit" className="w-full sm:w-auto">
          <Trans>Stop hints</Trans>
        </Button>
      </EmailLinkForm>
    </EmailLinkPage>
  )
}
