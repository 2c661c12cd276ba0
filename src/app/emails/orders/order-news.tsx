import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, Fine, Paragraph, Title } from '../email-parts.tsx'

/** For the merchant. It contains nothing about the buyer. */
export function orderNews(
  { orderNumber, total, currency, dashboardUrl }: EmailFacts['order-news'],
  { brand }: EmailContext,
  locale: Locale,
): EmailLayout {
  const amount = formatMoney(total, currency, locale)
  return {
    subject: msg`New order ${orderNumber}: ${amount}`,
    preheader: msg`An order has just been placed.`,
    body: (
      <>
        <Fine>
          <Trans>Order {orderNumber}</Trans>
        </Fine>
        <Title>
          <Trans>A new order for {amount}</Trans>
        </Title>
        {dashboardUrl ? (
          <Action href={dashboardUrl}>
            <Trans>Open in the dashboard</Trans>
          </Action>
        ) : (
          <Paragraph>
            <Trans>The dashboard lists it under this number.</Trans>
          </Paragraph>
        )}
      </>
    ),
    reason: (
      <Fine>
        <Trans>{brand} sends this email for every order, because the setting ORDER_NEWS_TO names this address.</Trans>
      </Fine>
    ),
  }
}
