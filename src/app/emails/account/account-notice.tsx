import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailContext, EmailFacts } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { writeMoment } from '#shared/order/write-moment.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, Paragraph, Title } from '../email-parts.tsx'
import { AccountReason } from './account-link.tsx'

/** The texts that differ by event. */
const TEXTS = {
  'new-device': {
    subject: msg`New sign-in to your account`,
    title: <Trans>New sign-in to your account</Trans>,
  },
  'password-changed': {
    subject: msg`Your password was changed`,
    title: <Trans>Your password was changed</Trans>,
  },
}

/** Tells a customer what happened to the account, in case it was not them. */
export function accountNotice(
  { kind, device, at, accountUrl }: EmailFacts['account-notice'],
  { brand }: EmailContext,
  locale: Locale,
): EmailLayout {
  const { subject, title } = TEXTS[kind]
  return {
    subject,
    preheader: msg`If this was you, there is nothing to do.`,
    body: (
      <>
        <Title>{title}</Title>
        <Paragraph>
          {writeMoment(at, locale)}, {device}
        </Paragraph>
        <Paragraph>
          <Trans>
            If this was you, there is nothing to do. If not, please open your account, choose a new password and sign
            out on all other devices.
          </Trans>
        </Paragraph>
        <Action href={accountUrl}>
          <Trans>Your account</Trans>
        </Action>
      </>
    ),
    reason: <AccountReason brand={brand} />,
  }
}
