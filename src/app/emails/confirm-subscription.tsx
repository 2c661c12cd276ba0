import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'

import type { EmailLayout } from './email-frame.tsx'
import { Action, Fine, Title, Paragraph } from './email-parts.tsx'

/** Double opt-in. */
export function confirmSubscription(
  { confirmUrl }: EmailFacts['confirm-subscription'],
  { brand }: EmailContext,
): EmailLayout {
  return {
    subject: msg`Please confirm your address`,
    preheader: msg`Confirm your email to start hearing from ${brand}.`,
    body: (
      <>
        <Title>
          <Trans>Is this your address?</Trans>
        </Title>
        <Paragraph>
          <Trans>Someone, most likely you, signed up for emails from {brand} with this address.</Trans>
        </Paragraph>
        <Action href={confirmUrl}>
          <Trans>Confirm my address</Trans>
        </Action>
        <Paragraph>
          <Trans>Not you? There’s nothing to do: unless you confirm, we won’t email you again.</Trans>
        </Paragraph>
      </>
    ),
    reason: (
      <Fine>
        <Trans>The link works for 7 days.</Trans>
      </Fine>
    ),
  }
}
