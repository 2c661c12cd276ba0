import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, OrderReason, Title, Paragraph } from '../email-parts.tsx'

/** Sent to the email address with which the order was placed. */
export function orderLink({ orderNumber, orderUrl }: EmailFacts['order-link'], { brand }: EmailContext): EmailLayout {
  return {
    subject: msg`The link to your order ${orderNumber}`,
    preheader: msg`Here are the details of your order.`,
    body: (
      <>
        <Title>
          <Trans>Open your order {orderNumber}</Trans>
        </Title>
        <Paragraph>
          <Trans>Someone, most likely you, asked for a link to this order. It shows all the details.</Trans>
        </Paragraph>
        <Action href={orderUrl}>
          <Trans>View order</Trans>
        </Action>
        <Paragraph>
          <Trans>
            Please keep this link to yourself: anyone who has it can see your address. If you didn’t ask for it, you can
            ignore this email.
          </Trans>
        </Paragraph>
      </>
    ),
    reason: <OrderReason brand={brand} />,
  }
}
