import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts, EmailContext } from '#shared/email/email.ts'

import type { EmailLayout } from './email-frame.tsx'
import { Action, Fine, FineLink, Quotation, Title, Paragraph } from './email-parts.tsx'
import { EmailedProduct } from './emailed-product.tsx'
import { typedText } from './harmless-text.ts'

/** The recipient has not subscribed, so the email explains why it was sent and how to stop hints. */
export function giftHint(facts: EmailFacts['gift-hint'], { brand }: EmailContext): EmailLayout {
  const { piece: product, message, senderName, shopUrl, stopUrl } = facts
  return {
    // An inbox shows the subject as the shop's text, so it contains no text from the sender. The sender's address is
    // not verified, so the email never shows it.
    subject: msg`A little hint for you`,
    preheader: product
      ? msg`${product.title}: someone hopes you’ll see it.`
      : msg`Someone has a wish and hopes you’ll guess it.`,
    body: (
      <>
        <Title>
          <Trans>A little hint</Trans>
        </Title>
        <Paragraph>
          <Trans>Someone who knows you has found something at {brand} and hopes you’ll see it.</Trans>
        </Paragraph>
        {message || senderName ? (
          <>
            <Fine>
              <Trans>A note in the sender’s own words:</Trans>
            </Fine>
            <Quotation text={typedText([message, senderName && `— ${senderName}`].filter(Boolean).join('\n'))} />
          </>
        ) : null}
        {product ? <EmailedProduct product={product} /> : null}
        <Action href={product?.url ?? shopUrl}>
          {product ? <Trans>View this piece</Trans> : <Trans>Shop all</Trans>}
        </Action>
      </>
    ),
    reason: (
      <Fine>
        <Trans>
          You’re not on any mailing list: you received this email because someone gave us your address for a hint.{' '}
          <FineLink href={stopUrl}>Stop all hints to this address</FineLink>
        </Trans>
      </Fine>
    ),
  }
}
