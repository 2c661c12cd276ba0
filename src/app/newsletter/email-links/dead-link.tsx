import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { MailingView } from '#shared/newsletter/mailing.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmailLinkPage } from './email-link-page.tsx'

/** Explains why a link does not work, and links to the subscription form. */
export function DeadLink({ link }: { link: Exclude<MailingView['link'], 'good'> }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const titles = {
    lapsed: t`This link has lapsed`,
    damaged: t`This link is not complete`,
    gone: t`There is no such subscription any more`,
  }
  return (
    <EmailLinkPage title={titles[link]}>
      <p className="text-quiet">
        {link === 'lapsed' ? (
          <Trans>Links in letters work for a while only. Give us your address once more, and a new letter comes.</Trans>
        ) : link === 'damaged' ? (
          <DamagedLinkText />
        ) : (
          <Trans>We no longer keep this address, and no letters go to it. You are welcome to join us again.</Trans>
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
  return <Trans>Perhaps your mail program broke it in two. Please press the button in the letter once more.</Trans>
}

export function Unsubscribed({ address, children }: { address: string; children?: ReactNode }) {
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

export function HomeLink() {
  const to = useLocalePath()
  return (
    <ButtonLink href={to('/')} look="outline" className="self-start">
      <Trans>Home page</Trans>
    </ButtonLink>
  )
}
