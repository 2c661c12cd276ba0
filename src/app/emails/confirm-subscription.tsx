import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'

import type { EmailLayout } from './email-frame.tsx'
import { Action, Fine, Title, Paragraph } from './email-parts.tsx'

/** Asks the owner of the address to confirm the subscription (double opt-in). */
export function confirmSubscription(
  { confirmUrl }: EmailFacts['confirm-subscription'],
  { brand }: EmailContext,
): EmailLayout {
  return {
    subject: msg`Please confirm your address`,
    preheader: msg`One click, and letters from ${brand} may come to you.`,
    body: (
      <>
        <Title>
          <Trans>Is this your address?</Trans>
        </Title>
        <Paragraph>
          <Trans>Someone, most likely you, asked for letters from {brand} and gave us this address.</Trans>
        </Paragraph>
        <Action href={confirmUrl}>
          <Trans>Confirm my address</Trans>
        </Action>
        <Paragraph>
          <Trans>Was it not you? Then there is nothing to do: without this click we send you no other letter.</Trans>
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
