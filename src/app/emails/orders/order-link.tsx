import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, OrderReason, Title, Paragraph } from '../email-parts.tsx'

/** Sends the link that opens the complete order to the address that it was placed with. */
export function orderLink({ orderNumber, orderUrl }: EmailFacts['order-link'], { brand }: EmailContext): EmailLayout {
  return {
    subject: msg`The link to your order ${orderNumber}`,
    preheader: msg`It opens everything about your order.`,
    body: (
      <>
        <Title>
          <Trans>Open your order {orderNumber}</Trans>
        </Title>
        <Paragraph>
          <Trans>Someone, most likely you, asked for the link to this order. It shows everything about it.</Trans>
        </Paragraph>
        <Action href={orderUrl}>
          <Trans>See the order</Trans>
        </Action>
        <Paragraph>
          <Trans>
            Please keep this link to yourself: anyone who has it can see your address. If you did not ask for it, there
            is nothing to do.
          </Trans>
        </Paragraph>
      </>
    ),
    reason: <OrderReason brand={brand} />,
  }
}
