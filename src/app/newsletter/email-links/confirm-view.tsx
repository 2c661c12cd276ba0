import { Trans, useLingui } from '@lingui/react/macro'

import type { MailingView } from '#shared/newsletter/mailing.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DeadLink, Unsubscribed } from './dead-link.tsx'
import { EmailLinkForm, EmailLinkPage } from './email-link-page.tsx'

/** The owner of an address confirms the subscription here (double opt-in). */
export function ConfirmView({ view, token }: { view: MailingView; token: string }) {
  const { t } = useLingui()
  const { brand } = usePage()
  const { link, subscription } = view
  if (subscription?.state === 'confirmed') return <Welcome view={view} address={subscription.address} />
  if (!subscription || link !== 'good') return <DeadLink link={link === 'good' ? 'gone' : link} />
  if (subscription.state === 'left') {
    return (
      <Unsubscribed address={subscription.address}>
        <PreferencesLink view={view} />
      </Unsubscribed>
    )
  }
  return (
    <EmailLinkPage address={subscription.address} title={t`One click and you’re in`}>
      <p>
        <Trans>
          Yes, {brand} can email this address about new pieces before anyone else sees them, and about sales before they
          start. Not often, and every email has an unsubscribe link.
        </Trans>
      </p>
      <EmailLinkForm action="/api/email-subscribe/confirm" token={token} className="pt-3">
        <Button type="submit" className="w-full sm:w-auto">
          <Trans>Confirm my address</Trans>
        </Button>
      </EmailLinkForm>
      <p className="text-sm text-quiet">
        <Trans>Not you? Just close this page: unless you confirm, we won’t send anything.</Trans>
      </p>
    </EmailLinkPage>
  )
}

function Welcome({ view, address }: { view: MailingView; address: string }) {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <EmailLinkPage address={address} title={t`Welcome to the Inner Circle`}>
      <p>
        <Trans>
          Your address is confirmed. From now on, you’ll see new pieces first and hear about sales before they start.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-3 pt-3">
        <ButtonLink href={to('/shop')}>
          <Trans>Shop all</Trans>
        </ButtonLink>
        <PreferencesLink view={view} />
      </div>
    </EmailLinkPage>
  )
}

function PreferencesLink({ view: { preferencesToken } }: { view: MailingView }) {
  const to = useLocalePath()
  if (!preferencesToken) return null
  return (
    <ButtonLink href={`${to('/newsletter/preferences')}?token=${preferencesToken}`} look="outline">
      <Trans>Manage email preferences</Trans>
    </ButtonLink>
  )
}
