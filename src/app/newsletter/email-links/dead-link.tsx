import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { MailingView } from '#shared/newsletter/mailing.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmailLinkPage } from './email-link-page.tsx'

export function DeadLink({ link }: { link: Exclude<MailingView['link'], 'good'> }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const titles = {
    lapsed: t`This link has expired`,
    damaged: t`This link is incomplete`,
    gone: t`This subscription no longer exists`,
  }
  return (
    <EmailLinkPage title={titles[link]}>
      <p className="text-quiet">
        {link === 'lapsed' ? (
          <Trans>Links in our emails expire. Enter your email and we’ll send a new one.</Trans>
        ) : link === 'damaged' ? (
          <DamagedLinkText />
        ) : (
          <Trans>
            We no longer keep this address and don’t send any emails to it. You’re welcome to join us again.
          </Trans>
        )}
      </p>
      <div className="flex flex-wrap gap-3 pt-3">
        <ButtonLink href={to('/newsletter')}>
          <Trans>Subscribe again</Trans>
        </ButtonLink>
        <HomeLink />
      </div>
    </EmailLinkPage>
  )
}

export function DamagedLinkText() {
  return <Trans>Your email app may have split the link. Please press the button in the email again.</Trans>
}

export function Unsubscribed({ address, children }: { address: string; children?: ReactNode }) {
  const { t } = useLingui()
  return (
    <EmailLinkPage address={address} title={t`You’ve been unsubscribed`}>
      <p>
        <Trans>
          We won’t send Inner Circle emails to this address any more. Changed your mind? You’re always welcome back.
        </Trans>
      </p>
      {children ? <div className="pt-3">{children}</div> : null}
    </EmailLinkPage>
  )
}

export function HomeLink() {
  const to = useLocalePath()
  return (
    <ButtonLink href={to('/')} look="outline" className="self-start">
      <Trans>Home page</Trans>
    </ButtonLink>
  )
}
