import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { LANGUAGE_TAGS, LOCALES } from '#shared/i18n/locale.ts'
import type { MailingView } from '#shared/newsletter/mailing.ts'
import type { Flash } from '#shared/shop-data.ts'

import { Button } from '../../ui/button.tsx'
import { Radio } from '../../ui/check-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DeadLink } from './dead-link.tsx'
import { EmailLinkForm } from './email-link-form.tsx'
import { EmailLinkPage } from './email-link-page.tsx'
import { Left } from './left.tsx'

interface PreferencesViewProps {
  view: MailingView
  token: string
  flash: Flash | null
}

type Subscription = NonNullable<MailingView['subscription']>

const ACTION = '/api/email-subscribe/preferences'

/** What comes to an address, and in which language; each wish is a form of its own. */
export function PreferencesView({ view, token, flash }: PreferencesViewProps) {
  const { t } = useLingui()
  const { link, subscription } = view
  if (link === 'lapsed' && subscription) return <StillGoodToLeave token={token} {...subscription} />
  if (!subscription || link !== 'good') return <DeadLink link={link === 'good' ? 'gone' : link} />
  const { address, state, language } = subscription
  return (
    <EmailLinkPage address={address} title={t`Your letters`}>
      {flash ? <Notice>{flash.message}</Notice> : null}
      <div className="ruled border-y border-line">
        <Emails token={token} isIn={state === 'confirmed'} />
        {state === 'confirmed' ? <Language token={token} language={language} /> : null}
        <Hints token={token} areWelcome={view.hints} />
      </div>
    </EmailLinkPage>
  )
}

function Emails({ token, isIn }: { token: string; isIn: boolean }) {
  const { t } = useLingui()
  return (
    <SubscriptionInput title={t`The Inner Circle`}>
      <p className="text-quiet">
        {isIn ? (
          <Trans>You see new pieces first, and hear of sales before they begin.</Trans>
        ) : (
          <Trans>No letters come to you now.</Trans>
        )}
      </p>
      <EmailLinkForm action={ACTION} token={token} note={{ subscribed: String(!isIn) }}>
        <Button type="submit" look={isIn ? 'outline' : 'solid'}>
          {isIn ? <Trans>Unsubscribe</Trans> : <Trans>Subscribe again</Trans>}
        </Button>
      </EmailLinkForm>
    </SubscriptionInput>
  )
}

const NAMES: Record<Subscription['language'], string> = { en: 'English', ru: 'Русский' }

function Language({ token, language }: { token: string; language: Subscription['language'] }) {
  const { t } = useLingui()
  return (
    <SubscriptionInput title={t`Language of letters`}>
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
    </SubscriptionInput>
  )
}

function Hints({ token, areWelcome }: { token: string; areWelcome: boolean }) {
  const { t } = useLingui()
  return (
    <SubscriptionInput title={t`Hints from friends`}>
      <p className="text-quiet">
        {areWelcome ? (
          <Trans>Whoever knows your address can send you a hint at a piece they wish for.</Trans>
        ) : (
          <Trans>No hints come to you, whoever drops them.</Trans>
        )}
      </p>
      <EmailLinkForm action={ACTION} token={token} note={{ hints: String(!areWelcome) }}>
        <Button type="submit" look="outline">
          {areWelcome ? <Trans>No hints to me</Trans> : <Trans>Allow hints again</Trans>}
        </Button>
      </EmailLinkForm>
    </SubscriptionInput>
  )
}

/** A link that has lapsed: no one is kept because an email is old. */
function StillGoodToLeave({ token, address, state }: Pick<Subscription, 'address' | 'state'> & { token: string }) {
  const { t } = useLingui()
  if (state === 'left') return <Left address={address} />
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

function SubscriptionInput({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 py-7">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
