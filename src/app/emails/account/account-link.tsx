import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { EmailContext, EmailFacts } from '#shared/email/email.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, Fine, Paragraph, Title } from '../email-parts.tsx'

const TEXTS = {
  'sign-in': {
    subject: msg`Your sign-in link`,
    title: <Trans>Sign in to your account</Trans>,
    action: <Trans>Sign in</Trans>,
  },
  register: {
    subject: msg`Confirm your email address`,
    title: <Trans>Confirm your email address</Trans>,
    action: <Trans>Open my account</Trans>,
  },
  password: {
    subject: msg`Choose a new password`,
    title: <Trans>Choose a new password</Trans>,
    action: <Trans>Choose a password</Trans>,
  },
  'allow-change': {
    subject: msg`Your email address is about to change`,
    title: <Trans>Your email address is about to change</Trans>,
    action: <Trans>Allow the change</Trans>,
  },
  'change-email': {
    subject: msg`Confirm your new email address`,
    title: <Trans>Confirm your new email address</Trans>,
    action: <Trans>Confirm this address</Trans>,
  },
}

/** Anyone can ask for the link with any address, so the email says nothing about the account. */
export function accountLink(
  { purpose, url, minutes, next }: EmailFacts['account-link'],
  { brand }: EmailContext,
): EmailLayout {
  const { subject, title, action } = TEXTS[purpose]
  return {
    subject,
    preheader: msg`The link works once, for ${minutes} minutes.`,
    body: (
      <>
        <Title>{title}</Title>
        <Paragraph>
          {next ? (
            <Trans>
              Someone who is signed in to your account wants to change its email address to {next}. If it was you,
              please allow it: the link works once, for {minutes} minutes. If it wasn’t, don’t open the link. Sign in to
              your account, choose a new password and sign out on all other devices.
            </Trans>
          ) : purpose === 'change-email' ? (
            <Trans>
              The link works once, for {minutes} minutes. Please open it on a device where you’re signed in to your
              account.
            </Trans>
          ) : (
            <Trans>The link works once, for {minutes} minutes, on any of your devices.</Trans>
          )}
        </Paragraph>
        <Action href={url}>{action}</Action>
        <Paragraph>
          <Trans>
            Please don’t share it with anyone. If you didn’t ask for it, you can ignore this email: nothing changes
            unless the link is used.
          </Trans>
        </Paragraph>
      </>
    ),
    reason: <AccountReason brand={brand} />,
  }
}

interface AccountLayoutProps extends Pick<EmailLayout, 'subject' | 'preheader'> {
  title: ReactNode
  text: ReactNode
  action: ReactNode
}

/** One paragraph, and one button that leads to `url`. */
export function accountLayout(
  { subject, preheader, title, text, action }: AccountLayoutProps,
  url: string,
  { brand }: EmailContext,
): EmailLayout {
  return {
    subject,
    preheader,
    body: (
      <>
        <Title>{title}</Title>
        <Paragraph>{text}</Paragraph>
        <Action href={url}>{action}</Action>
      </>
    ),
    reason: <AccountReason brand={brand} />,
  }
}

export function AccountReason({ brand }: { brand: string }) {
  return (
    <Fine>
      <Trans>You received this email because this address was entered for an account at {brand}.</Trans>
    </Fine>
  )
}
