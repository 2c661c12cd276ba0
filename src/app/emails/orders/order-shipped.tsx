import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import { writeDays } from '#shared/delivery/delivery-days.ts'
import type { EmailFacts, EmailContext } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, Fine, OrderReason, Paragraph, Subtitle, TextLink, Title } from '../email-parts.tsx'

/** Sent for each parcel. */
export function orderShipped(
  { orderNumber, orderUrl, isPart, delivery, tracking, arrival }: EmailFacts['order-shipped'],
  { brand }: EmailContext,
  locale: Locale,
): EmailLayout {
  return {
    subject: isPart
      ? msg`Part of your order ${orderNumber} is on its way`
      : msg`Your order ${orderNumber} is on its way`,
    preheader: tracking.length > 0 ? msg`Here is your tracking number.` : msg`We’ve handed your parcel over.`,
    body: (
      <>
        <Fine>
          <Trans>Order {orderNumber}</Trans>
        </Fine>
        <Title>
          {isPart ? <Trans>Part of your order is on its way.</Trans> : <Trans>Your order is on its way.</Trans>}
        </Title>
        {isPart ? (
          <Paragraph>
            <Trans>We’ll write again when the rest is sent.</Trans>
          </Paragraph>
        ) : null}
        {tracking.length > 0 ? (
          <>
            <Subtitle>
              <Trans>Tracking number</Trans>
            </Subtitle>
            {tracking.map(({ number, url }) => (
              <Paragraph key={number}>{url ? <TextLink href={url}>{number}</TextLink> : number}</Paragraph>
            ))}
          </>
        ) : null}
        {delivery ? (
          <>
            <Subtitle>
              <Trans>Delivery method</Trans>
            </Subtitle>
            <Paragraph>{delivery}</Paragraph>
          </>
        ) : null}
        {arrival ? (
          <>
            <Subtitle>
              <Trans>Estimated arrival</Trans>
            </Subtitle>
            <Paragraph>{writeDays(arrival, locale)}</Paragraph>
          </>
        ) : null}
        <Action href={orderUrl}>
          <Trans>View order</Trans>
        </Action>
      </>
    ),
    reason: <OrderReason brand={brand} />,
  }
}
