import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'
import { writeMoment } from '#shared/order/write-moment.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, OrderReason, Fine, Rule, Subtitle, Title, Paragraph, TextLink } from '../email-parts.tsx'
import { harmlessText, unlinkedText } from '../harmless-text.ts'

/** The legally required confirmation of a withdrawal: its content, the time of receipt, and the next steps. */
export function withdrawalReceived(
  { orderNumber, receivedAt, lines, reason, comesBack, staysHere, takeBack }: EmailFacts['withdrawal-received'],
  { brand, origin }: EmailContext,
  locale: Locale,
): EmailLayout {
  const returns = origin + localePath(locale, '/policies/return-policy')
  const moment = writeMoment(receivedAt, locale)
  return {
    subject: msg`We have received your withdrawal from order ${orderNumber}`,
    preheader: msg`Received on ${moment}. Please keep this letter.`,
    body: (
      <>
        <Fine>
          <Trans>Order {orderNumber}</Trans>
        </Fine>
        <Title>
          <Trans>We have received your withdrawal.</Trans>
        </Title>
        <Paragraph>
          {lines.length > 0 ? (
            <Trans>
              You have withdrawn from the contract for these pieces. Your declaration reached us on {moment}.
            </Trans>
          ) : (
            <Trans>
              You have withdrawn from the contract for all pieces of this order. Your declaration reached us on {moment}
              .
            </Trans>
          )}
        </Paragraph>
        {lines.map(({ title, label, quantity }, index) => (
          <div key={index}>
            <Rule />
            <div style={{ height: 12 }} />
            <Paragraph>
              {quantity > 1 ? `${quantity}\u00a0× ` : ''}
              {title}
              {label ? ` · ${label}` : ''}
            </Paragraph>
          </div>
        ))}
        {reason ? (
          <>
            <Subtitle>
              <Trans>What you told us</Trans>
            </Subtitle>
            <Paragraph>{unlinkedText(harmlessText(reason))}</Paragraph>
          </>
        ) : null}
        {takeBack ? (
          <>
            <Subtitle>
              <Trans>If this was not you</Trans>
            </Subtitle>
            <Paragraph>
              <Trans>
                This withdrawal was declared with the number of your order and your address, without the link in our
                emails. We carry it out on {writeMoment(takeBack.until, locale)}. Until then you can take it back; if
                you meant it, there is nothing to do.
              </Trans>
            </Paragraph>
            <Action href={takeBack.url}>
              <Trans>Take it back</Trans>
            </Action>
          </>
        ) : null}
        <Subtitle>
          <Trans>What happens next</Trans>
        </Subtitle>
        {staysHere ? (
          <Paragraph>
            <Trans>
              What has not left us yet stays with us. We give you back what you paid for it within 14 days, the way you
              paid.
            </Trans>
          </Paragraph>
        ) : null}
        {comesBack ? (
          <Paragraph>
            <Trans>
              What has been sent comes back: we write to you where to, and you send it within 14 days of your
              declaration, in its box, by a tracked and insured parcel. Within 14 days of its arrival we give you back
              its price and its standard delivery, the way you paid.
            </Trans>
          </Paragraph>
        ) : null}
        <Paragraph>
          <Trans>
            If something here is not as you meant it, reply to this letter.{' '}
            <TextLink href={returns}>How returns work</TextLink>
          </Trans>
        </Paragraph>
      </>
    ),
    reason: <OrderReason brand={brand} />,
  }
}
