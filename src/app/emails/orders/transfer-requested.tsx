import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, OrderReason, Title, Paragraph } from '../email-parts.tsx'

/** Asks the buyer whether the order may move to a customer account. */
export function transferRequested(
  { orderNumber, answerUrl }: EmailFacts['transfer-requested'],
  { brand }: EmailContext,
): EmailLayout {
  return {
    subject: msg`Transfer your order ${orderNumber} to another account?`,
    preheader: msg`Someone has asked for the transfer. Nothing changes unless you accept.`,
    body: (
      <>
        <Title>
          <Trans>Transfer order {orderNumber}?</Trans>
        </Title>
        <Paragraph>
          <Trans>
            Someone has asked to add your order {orderNumber} to their {brand} account. If you accept, they’ll see its
            items, addresses and delivery status.
          </Trans>
        </Paragraph>
        <Paragraph>
          <Trans>If that’s you or someone you trust, accept. If you don’t know who it is, decline.</Trans>
        </Paragraph>
        <Action href={answerUrl}>
          <Trans>Accept or decline</Trans>
        </Action>
        <Paragraph>
          <Trans>If you don’t respond, nothing changes.</Trans>
        </Paragraph>
      </>
    ),
    reason: <OrderReason brand={brand} />,
  }
}
