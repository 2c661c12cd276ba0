import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { writeDay } from '#shared/order/write-moment.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, OrderReason, Fine, Title, Paragraph } from '../email-parts.tsx'

/** Sent after an order was canceled because it was not paid in time. */
export function orderLapsed(
  { orderNumber, heldUntil, shopUrl }: EmailFacts['order-lapsed'],
  { brand }: EmailContext,
  locale: Locale,
): EmailLayout {
  const day = heldUntil ? writeDay(heldUntil, locale) : ''
  return {
    subject: msg`Your order ${orderNumber} has been cancelled`,
    preheader: msg`No payment has reached us. You owe us nothing.`,
    body: (
      <>
        <Fine>
          <Trans>Order {orderNumber}</Trans>
        </Fine>
        <Title>
          <Trans>Your order has been cancelled.</Trans>
        </Title>
        <Paragraph>
          {day ? (
            <Trans>
              We held your pieces until {day}. No payment has reached us, so they are on sale again. You owe us nothing.
            </Trans>
          ) : (
            <Trans>No payment has reached us, so your pieces are on sale again. You owe us nothing.</Trans>
          )}
        </Paragraph>
        <Paragraph>
          <Trans>
            Have you paid already? Reply to this email and we will put it right. Would you still like your pieces? You
            are welcome to order them again.
          </Trans>
        </Paragraph>
        <Action href={shopUrl}>
          <Trans>See the collection</Trans>
        </Action>
      </>
    ),
    reason: <OrderReason brand={brand} />,
  }
}
