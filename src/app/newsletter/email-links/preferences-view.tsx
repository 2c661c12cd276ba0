import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { MailingView } from '#shared/newsletter/mailing.ts'
import type { Flash } from '#shared/shop-data.ts'

import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DeadLink, Unsubscribed } from './dead-link.tsx'
import { EmailLinkForm, EmailLinkPage } from './email-link-page.tsx'
import { LanguageRadios } from './language-radios.tsx'

type SubscriptionView = NonNullable<MailingView['subscription']>

const ACTION = '/api/email-subscribe/preferences'

/** Each setting is a separate form. */
export function PreferencesView({ view, token, flash }: { view: MailingView; token: string; flash: Flash | null }) {
  const { t } = useLingui()
  const { link, subscription } = view
  if (link === 'lapsed' && subscription) return <UnsubscribeOnly token={token} {...subscription} />
  if (!subscription || link !== 'good') return <DeadLink link={link === 'good' ? 'gone' : link} />
  const { address, state, language } = subscription
  return (
    <EmailLinkPage address={address} title={t`Your email preferences`}>
      {flash ? <Notice>{flash.message}</Notice> : null}
      <div className="ruled border-y border-line">
        <Subscription token={token} isSubscribed={state === 'confirmed'} />
        {state === 'confirmed' ? <Language token={token} language={language} /> : null}
        <Hints token={token} areAllowed={view.hints} />
      </div>
    </EmailLinkPage>
  )
}

function Subscription({ token, isSubscribed }: { token: string; isSubscribed: boolean }) {
  const { t } = useLingui()
  return (
    <Section title={t`The Inner Circle`}>
      <p className="text-quiet">
        {isSubscribed ? (
          <Trans>You see new pieces first and hear about sales before they start.</Trans>
        ) : (
          <Trans>You’re not subscribed.</Trans>
        )}
      </p>
      <EmailLinkForm action={ACTION} token={token} fields={{ subscribed: String(!isSubscribed) }}>
        <Button type="submit" look={isSubscribed ? 'outline' : 'solid'}>
          {isSubscribed ? <Trans>Unsubscribe</Trans> : <Trans>Subscribe again</Trans>}
        </Button>
      </EmailLinkForm>
    </Section>
  )
}

function Language({ token, language }: { token: string; language: SubscriptionView['language'] }) {
  const { t } = useLingui()
  return (
    <Section title={t`Email language`}>
      <EmailLinkForm action={ACTION} token={token}>
        <fieldset className="flex flex-wrap gap-x-8">
          <legend className="sr-only">{t`Email language`}</legend>
          <LanguageRadios chosen={language} />
        </fieldset>
        <Button type="submit" look="outline" className="mt-3">
          <Trans context="keep what was chosen">Save</Trans>
        </Button>
      </EmailLinkForm>
    </Section>
  )
}

function Hints({ token, areAllowed }: { token: string; areAllowed: boolean }) {
  const { t } = useLingui()
  return (
    <Section title={t`Gift hints`}>
      <p className="text-quiet">
        {areAllowed ? (
          <Trans>Friends and family can email you a hint about a piece they’d love.</Trans>
        ) : (
          <Trans>You won’t receive gift hints from anyone.</Trans>
        )}
      </p>
      <EmailLinkForm action={ACTION} token={token} fields={{ hints: String(!areAllowed) }}>
        <Button type="submit" look="outline">
          {areAllowed ? <Trans>Turn off hints</Trans> : <Trans>Turn hints back on</Trans>}
        </Button>
      </EmailLinkForm>
    </Section>
  )
}

/** An expired link can still be used to unsubscribe. */
function UnsubscribeOnly({ token, address, state }: Pick<SubscriptionView, 'address' | 'state'> & { token: string }) {
  const { t } = useLingui()
  if (state === 'left') return <Unsubscribed address={address} />
  return (
    <EmailLinkPage address={address} title={t`This link has expired`}>
      <p className="text-quiet">
        <Trans>
          You can still unsubscribe with this link. To change your preferences, use the link in our latest email.
        </Trans>
      </p>
      <EmailLinkForm action="/api/email-subscribe/unsubscribe" token={token} className="pt-3">
        <Button type="submit">
          <Trans>Unsubscribe</Trans>
        </Button>
      </EmailLinkForm>
    </EmailLinkPage>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 py-7">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
