import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailContext, EmailFacts } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { writeMoment } from '#shared/order/write-moment.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, Paragraph, Title } from '../email-parts.tsx'
import { AccountReason } from './account-link.tsx'

const OTHER_SIGN_IN = (
  <Trans>
    If this was you, there is nothing to do. If not, please open your account, choose a new password and sign out on all
    other devices.
  </Trans>
)
const OTHER_PASSKEY = (
  <Trans>
    If this was you, there is nothing to do. If not, please open your account, remove every passkey that isn’t yours and
    sign out on all other devices.
  </Trans>
)

const TEXTS = {
  'new-device': {
    subject: msg`New sign-in to your account`,
    title: <Trans>New sign-in to your account</Trans>,
    advice: OTHER_SIGN_IN,
  },
  'password-changed': {
    subject: msg`Your password was changed`,
    title: <Trans>Your password was changed</Trans>,
    advice: OTHER_SIGN_IN,
  },
  'passkey-added': {
    subject: msg`A passkey was added to your account`,
    title: <Trans>A passkey was added to your account</Trans>,
    advice: OTHER_PASSKEY,
  },
  'passkey-removed': {
    subject: msg`A passkey was removed from your account`,
    title: <Trans>A passkey was removed from your account</Trans>,
    advice: OTHER_PASSKEY,
  },
}

/** Sent in case it was not the customer. */
export function accountNotice(
  { kind, device, at, accountUrl }: EmailFacts['account-notice'],
  { brand }: EmailContext,
  locale: Locale,
): EmailLayout {
  const { subject, title, advice } = TEXTS[kind]
  return {
    subject,
    preheader: msg`If this was you, there is nothing to do.`,
    body: (
      <>
        <Title>{title}</Title>
        <Paragraph>
          {writeMoment(at, locale)}, {device === '—' ? <Trans>an unknown browser</Trans> : device}
        </Paragraph>
        <Paragraph>{advice}</Paragraph>
        <Action href={accountUrl}>
          <Trans>Your account</Trans>
        </Action>
      </>
    ),
    reason: <AccountReason brand={brand} />,
  }
}
