import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { LANGUAGE_TAGS, LOCALES } from '#shared/i18n/locale.ts'
import type { MailingView } from '#shared/newsletter/mailing.ts'
import type { Flash } from '#shared/shop-data.ts'

import { Button } from '../../ui/button.tsx'
import { Radio } from '../../ui/check-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DeadLink, Unsubscribed } from './dead-link.tsx'
import { EmailLinkForm, EmailLinkPage } from './email-link-page.tsx'

interface PreferencesViewProps {
  view: MailingView
  token: string
  flash: Flash | null
}

type SubscriptionView = NonNullable<MailingView['subscription']>

const ACTION = '/api/email-subscribe/preferences'

/** The email preferences of an address. Each setting is a separate form. */
export function PreferencesView({ view, token, flash }: PreferencesViewProps) {
  const { t } = useLingui()
  const { link, subscription } = view
  if (link === 'lapsed' && subscription) return <UnsubscribeOnly token={token} {...subscription} />
  if (!subscription || link !== 'good') return <DeadLink link={link === 'good' ? 'gone' : link} />
  const { address, state, language } = subscription
  return (
    <EmailLinkPage address={address} title={t`Your letters`}>
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
          <Trans>You see new pieces first, and hear of sales before they begin.</Trans>
        ) : (
          <Trans>No letters come to you now.</Trans>
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

const NAMES: Record<SubscriptionView['language'], string> = { en: 'English', ru: 'Русский' }

function Language({ token, language }: { token: string; language: SubscriptionView['language'] }) {
  const { t } = useLingui()
  return (
    <Section title={t`Language of letters`}>
      <EmailLinkForm action={ACTION} token={token}>
        <fieldset className="flex flex-wrap gap-x-8">
          <legend className="sr-only">{t`Language of letters`}</legend>
          {LOCALES.map((one) => (
            <Radio
              key={one}
              name="language"
              value={one}
              defaultChecked={one === language}
              label={<span lang={LANGUAGE_TAGS[one]}>{NAMES[one]}</span>}
            />
          ))}
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
    <Section title={t`Hints from friends`}>
      <p className="text-quiet">
        {areAllowed ? (
          <Trans>Whoever knows your address can send you a hint at a piece they wish for.</Trans>
        ) : (
          <Trans>No hints come to you, whoever drops them.</Trans>
        )}
      </p>
      <EmailLinkForm action={ACTION} token={token} fields={{ hints: String(!areAllowed) }}>
        <Button type="submit" look="outline">
          {areAllowed ? <Trans>No hints to me</Trans> : <Trans>Allow hints again</Trans>}
        </Button>
      </EmailLinkForm>
    </Section>
  )
}

/** An expired link can still unsubscribe. */
function UnsubscribeOnly({ token, address, state }: Pick<SubscriptionView, 'address' | 'state'> & { token: string }) {
  const { t } = useLingui()
  if (state === 'left') return <Unsubscribed address={address} />
  return (
    <EmailLinkPage address={address} title={t`This link has lapsed`}>
      <p className="text-quiet">
        <Trans>
          To leave it is still good enough. To choose what comes, please open the link of our newest letter.
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
