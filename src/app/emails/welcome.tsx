import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'

import type { EmailLayout } from './email-frame.tsx'
import { Action, Fine, Title, Paragraph } from './email-parts.tsx'

/** Sent after the recipient has confirmed their address. */
export function welcome({ shopUrl }: EmailFacts['welcome'], { brand }: EmailContext): EmailLayout {
  return {
    subject: msg`Welcome to the Inner Circle`,
    preheader: msg`New pieces, early word of sales and all there is to know about stones.`,
    body: (
      <>
        <Title>
          <Trans>Welcome to the Inner Circle</Trans>
        </Title>
        <Paragraph>
          <Trans>
            Your address is confirmed. From now on, you’ll see new pieces first and hear about sales before they start.
          </Trans>
        </Paragraph>
        <Paragraph>
          <Trans>We don’t write often, and only when there’s something to show you.</Trans>
        </Paragraph>
        <Action href={shopUrl}>
          <Trans>Shop all</Trans>
        </Action>
      </>
    ),
    reason: (
      <Fine>
        <Trans>You received this email because you confirmed that you’d like to hear from {brand}.</Trans>
      </Fine>
    ),
  }
}
