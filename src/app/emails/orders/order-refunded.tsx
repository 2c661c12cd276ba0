import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, Fine, OrderReason, Paragraph, Title } from '../email-parts.tsx'

/** The payment was refunded in whole or in part. */
export function orderRefunded(
  { orderNumber, orderUrl, amount, currency }: EmailFacts['order-refunded'],
  { brand }: EmailContext,
  locale: Locale,
): EmailLayout {
  const refunded = formatMoney(amount, currency, locale)
  return {
    subject: msg`We’ve refunded ${refunded} for your order ${orderNumber}`,
    preheader: msg`The money is on its way to you.`,
    body: (
      <>
        <Fine>
          <Trans>Order {orderNumber}</Trans>
        </Fine>
        <Title>
          <Trans>We’ve refunded {refunded}.</Trans>
        </Title>
        <Paragraph>
          <Trans>
            The refund goes to your original payment method. Depending on your bank, it can take several working days to
            arrive.
          </Trans>
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
