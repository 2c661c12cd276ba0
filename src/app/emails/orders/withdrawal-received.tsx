import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'
import { writeMoment } from '#shared/order/write-moment.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, OrderReason, Fine, Rule, Subtitle, Title, Paragraph, TextLink } from '../email-parts.tsx'
import { typedText } from '../harmless-text.ts'

/** Required by law: the content, the time of receipt, and the next steps. */
export function withdrawalReceived(
  { orderNumber, receivedAt, lines, reason, comesBack, staysHere, takeBack }: EmailFacts['withdrawal-received'],
  { brand, origin }: EmailContext,
  locale: Locale,
): EmailLayout {
  const returns = origin + localePath(locale, '/policies/return-policy')
  const moment = writeMoment(receivedAt, locale)
  return {
    subject: msg`We have received your withdrawal from order ${orderNumber}`,
    preheader: msg`Received on ${moment}. Please keep this email.`,
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
              You have withdrawn from the contract for these items. We received your withdrawal on {moment}.
            </Trans>
          ) : (
            <Trans>
              You have withdrawn from the contract for all items in this order. We received your withdrawal on {moment}.
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
              {label ? ` · ${typedText(label)}` : ''}
            </Paragraph>
          </div>
        ))}
        {reason ? (
          <>
            <Subtitle>
              <Trans>What you told us</Trans>
            </Subtitle>
            <Paragraph>{typedText(reason)}</Paragraph>
          </>
        ) : null}
        {takeBack ? (
          <>
            <Subtitle>
              <Trans>If this wasn’t you</Trans>
            </Subtitle>
            <Paragraph>
              <Trans>
                This withdrawal was submitted with your order number and email address, not with the link in our emails.
                We’ll process it on {writeMoment(takeBack.until, locale)}. Until then, you can cancel it. If it was you,
                you don’t need to do anything.
              </Trans>
            </Paragraph>
            <Action href={takeBack.url}>
              <Trans>Cancel the withdrawal</Trans>
            </Action>
          </>
        ) : null}
        <Subtitle>
          <Trans>What happens next</Trans>
        </Subtitle>
        {staysHere ? (
          <Paragraph>
            <Trans>
              Anything we haven’t sent yet stays with us. We’ll refund what you paid for it within 14 days, to your
              original payment method.
            </Trans>
          </Paragraph>
        ) : null}
        {comesBack ? (
          <Paragraph>
            <Trans>
              Anything we’ve already sent needs to come back. We’ll tell you where to send it; please do so within 14
              days of your withdrawal, in its box, by tracked and insured post. Within 14 days of its arrival, we’ll
              refund its price and the standard delivery you paid for, to your original payment method.
            </Trans>
          </Paragraph>
        ) : null}
        <Paragraph>
          <Trans>
            If anything here isn’t right, reply to this email. <TextLink href={returns}>How returns work</TextLink>
          </Trans>
        </Paragraph>
      </>
    ),
    reason: <OrderReason brand={brand} />,
  }
}
