import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { writeDay } from '#shared/order/write-moment.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, OrderReason, Fine, Title, Paragraph } from '../email-parts.tsx'

export function orderLapsed(
  { orderNumber, heldUntil, shopUrl }: EmailFacts['order-lapsed'],
  { brand }: EmailContext,
  locale: Locale,
): EmailLayout {
  const day = heldUntil ? writeDay(heldUntil, locale) : ''
  return {
    subject: msg`Your order ${orderNumber} has been cancelled`,
    preheader: msg`We haven’t received your payment. You don’t owe us anything.`,
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
              We held your items until {day}. We haven’t received your payment, so they’re back on sale. You don’t owe
              us anything.
            </Trans>
          ) : (
            <Trans>We haven’t received your payment, so your items are back on sale. You don’t owe us anything.</Trans>
          )}
        </Paragraph>
        <Paragraph>
          <Trans>
            Already paid? Reply to this email and we’ll put it right. Still love your pieces? You’re welcome to order
            them again.
          </Trans>
        </Paragraph>
        <Action href={shopUrl}>
          <Trans>Shop all</Trans>
        </Action>
      </>
    ),
    reason: <OrderReason brand={brand} />,
  }
}
