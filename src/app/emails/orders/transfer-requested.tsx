import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, OrderReason, Title, Paragraph } from '../email-parts.tsx'

/** Asks the buyer whether an order may move to a customer account. */
export function transferRequested(
  { orderNumber, answerUrl }: EmailFacts['transfer-requested'],
  { brand }: EmailContext,
): EmailLayout {
  return {
    subject: msg`May your order ${orderNumber} move to another account?`,
    preheader: msg`Someone asks for it. It stays where it is unless you agree.`,
    body: (
      <>
        <Title>
          <Trans>May order {orderNumber} move?</Trans>
        </Title>
        <Paragraph>
          <Trans>
            Someone asks to take your order {orderNumber} into their customer account at {brand}. Whoever has it there
            sees its pieces, its addresses and where it is.
          </Trans>
        </Paragraph>
        <Paragraph>
          <Trans>If that is you, or someone you trust, agree. If you do not know who it is, decline.</Trans>
        </Paragraph>
        <Action href={answerUrl}>
          <Trans>Agree or decline</Trans>
        </Action>
        <Paragraph>
          <Trans>Without your answer the order stays where it is.</Trans>
        </Paragraph>
      </>
    ),
    reason: <OrderReason brand={brand} />,
  }
}
