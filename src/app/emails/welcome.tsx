import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'

import type { EmailLayout } from './email-frame.tsx'
import { Action, Fine, Title, Paragraph } from './email-parts.tsx'

/** Sent after the recipient has confirmed their address. */
export function welcome({ shopUrl }: EmailFacts['welcome'], { brand }: EmailContext): EmailLayout {
  return {
    subject: msg`Welcome to the Inner Circle`,
    preheader: msg`New pieces, sales before they begin, and what there is to know about stones.`,
    body: (
      <>
        <Title>
          <Trans>Welcome to the Inner Circle</Trans>
        </Title>
        <Paragraph>
          <Trans>
            Your address is confirmed. From now on you see new pieces first, and hear of sales before they begin.
          </Trans>
        </Paragraph>
        <Paragraph>
          <Trans>We write seldom, and only when there is something to show.</Trans>
        </Paragraph>
        <Action href={shopUrl}>
          <Trans>See the collection</Trans>
        </Action>
      </>
    ),
    reason: (
      <Fine>
        <Trans>You get this letter because you confirmed that you would like to hear from {brand}.</Trans>
      </Fine>
    ),
  }
}
