import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { writeDay } from '#shared/order/write-moment.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, BuyersReason, Fine, Title, MessageSet } from '../email-parts.tsx'

/** Tells that an order which was not paid in time is canceled, and that nothing is owed. */
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
        <MessageSet>
          {day ? (
            <Trans>
              We held your pieces until {day}. No payment has reached us, so they are on sale again. You owe us nothing.
            </Trans>
          ) : (
            <Trans>No payment has reached us, so your pieces are on sale again. You owe us nothing.</Trans>
          )}
        </MessageSet>
        <MessageSet>
          <Trans>
            Have you paid already? Reply to this email and we will put it right. Would you still like your pieces? You
            are welcome to order them again.
          </Trans>
        </MessageSet>
        <Action href={shopUrl}>
          <Trans>See the collection</Trans>
        </Action>
      </>
    ),
    reason: <BuyersReason brand={brand} />,
  }
}
