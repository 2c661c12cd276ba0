import { Trans, useLingui } from '@lingui/react/macro'

import type { MailingView } from '#shared/newsletter/mailing.ts'

import { usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DamagedLinkText, HomeLink } from './dead-link.tsx'
import { EmailLinkForm, EmailLinkPage } from './email-link-page.tsx'

interface StopHintsViewProps {
  view: MailingView
  token: string
}

/** The page on which the recipient of a hint stops all further hints. */
export function StopHintsView({ view, token }: StopHintsViewProps) {
  const { t } = useLingui()
  const { brand } = usePage()
  if (view.link === 'damaged') {
    return (
      <EmailLinkPage title={t`This link is not complete`}>
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
          <Trans>We send no more hints to this address, whoever asks us to.</Trans>
        </p>
        <HomeLink />
      </EmailLinkPage>
    )
  }
  return (
    <EmailLinkPage title={t`Would you rather get no hints?`}>
      <p>
        <Trans>
          Someone gave {brand} your address, so that we would show you a piece they wish for. If you would rather not,
          press the button: no hints come to you then, whoever asks us to send them.
        </Trans>
      </p>
      <EmailLinkForm action="/api/drop-a-hint/stop" token={token} className="pt-3">
        <Button type="submit" className="w-full sm:w-auto">
          <Trans>Send me no hints</Trans>
        </Button>
      </EmailLinkForm>
    </EmailLinkPage>
  )
}
