import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, Fine, OrderReason, Paragraph, Title } from '../email-parts.tsx'

/** Sent when staff canceled an order. `orderLapsed` is about an order that was not paid in time. */
export function orderCanceled(
  { orderNumber, orderUrl, refunded: amount, currency }: EmailFacts['order-canceled'],
  { brand }: EmailContext,
  locale: Locale,
): EmailLayout {
  const refunded = formatMoney(amount, currency, locale)
  return {
    subject: msg`Your order ${orderNumber} has been cancelled`,
    preheader: amount > 0 ? msg`We’ve refunded ${refunded}.` : msg`You don’t owe us anything.`,
    body: (
      <>
        <Fine>
          <Trans>Order {orderNumber}</Trans>
        </Fine>
        <Title>
          <Trans>Your order has been cancelled.</Trans>
        </Title>
        <Paragraph>
          {amount > 0 ? (
            <Trans>
              We’ve refunded {refunded} to your original payment method. Depending on your bank, it can take several
              working days to arrive.
            </Trans>
          ) : (
            <Trans>You don’t owe us anything.</Trans>
          )}
        </Paragraph>
        <Action href={orderUrl}>
          <Trans>View order</Trans>
        </Action>
        <Paragraph>
          <Trans>Questions? Just reply to this email.</Trans>
        </Paragraph>
      </>
    ),
    reason: <OrderReason brand={brand} />,
  }
}
