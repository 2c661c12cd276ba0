import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailContext, EmailFacts } from '#shared/email/email.ts'

import type { EmailLayout } from './email-frame.tsx'
import { Action, Fine, FineLink, Paragraph, Title } from './email-parts.tsx'
import { EmailedProduct } from './emailed-product.tsx'

/** The owner of the address confirms that the shop may write once about a sold-out piece. */
export function confirmStockAlert(
  { piece, confirmUrl }: EmailFacts['confirm-stock-alert'],
  { brand }: EmailContext,
): EmailLayout {
  return {
    subject: msg`Please confirm: tell me when it’s back`,
    preheader: msg`One click, and we’ll write when ${piece.title} is back.`,
    body: (
      <>
        <Title>
          <Trans>Shall we tell you when it’s back?</Trans>
        </Title>
        <Paragraph>
          <Trans>
            Someone, most likely you, asked {brand} to write to this address once, when this piece is in stock again.
          </Trans>
        </Paragraph>
        <EmailedProduct product={{ ...piece, price: null }} isLinked={false} />
        <Action href={confirmUrl}>
          <Trans>Yes, tell me</Trans>
        </Action>
        <Paragraph>
          <Trans>Not you? There’s nothing to do: unless you confirm, we’ll delete the request in 7 days.</Trans>
        </Paragraph>
      </>
    ),
    reason: (
      <Fine>
        <Trans>This is not a subscription: you’ll get one email when the piece is back, and nothing else.</Trans>
      </Fine>
    ),
  }
}

export function backInStock({ piece, stopUrl }: EmailFacts['back-in-stock'], { brand }: EmailContext): EmailLayout {
  return {
    subject: msg`It’s back: ${piece.title}`,
    preheader: msg`You asked us to tell you when it’s in stock again.`,
    body: (
      <>
        <Title>
          <Trans>It’s back</Trans>
        </Title>
        <Paragraph>
          <Trans>You asked us to tell you. This piece is in stock again, in the option you chose.</Trans>
        </Paragraph>
        <EmailedProduct product={piece} />
        <Action href={piece.url}>
          <Trans>View this piece</Trans>
        </Action>
        <Paragraph>
          <Trans>We can’t put one aside for you, so it may sell out again.</Trans>
        </Paragraph>
      </>
    ),
    reason: (
      <Fine>
        <Trans>
          You received this email because you asked {brand} for it. It was the only one about this piece, and we’ve
          deleted the request. <FineLink href={stopUrl}>Stop all of them</FineLink>
        </Trans>
      </Fine>
    ),
  }
}
