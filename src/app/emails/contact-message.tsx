import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailFacts } from '#shared/email/email.ts'

import type { EmailLayout } from './email-frame.tsx'
import { Fine, Paragraph, Quotation, TextLink, Title } from './email-parts.tsx'
import { typedText } from './harmless-text.ts'

/** In the shopper's language. A reply goes to the shopper. */
export function contactMessage({ product, orderNumber, ...typed }: EmailFacts['contact-message']): EmailLayout {
  const [name, email, message] = [typedText(typed.name), typedText(typed.email), typedText(typed.message)]
  const number = orderNumber === null ? null : typedText(orderNumber)
  return {
    subject:
      number === null
        ? product
          ? msg`Question from ${name}: ${product.title}`
          : msg`Question from ${name}`
        : msg`Question from ${name}: order ${number}`,
    preheader: msg`A message from the contact form.`,
    body: (
      <>
        <Title>
          <Trans>A question from {name}</Trans>
        </Title>
        {product ? (
          <Paragraph>
            <Trans>
              About: <TextLink href={product.url}>{product.title}</TextLink>
            </Trans>
          </Paragraph>
        ) : null}
        {number === null ? null : (
          <Paragraph>
            <Trans>Order number: {number}</Trans>
          </Paragraph>
        )}
        <Quotation text={message} />
        <Paragraph>
          <Trans>Reply to this email, and your answer goes to {email}.</Trans>
        </Paragraph>
      </>
    ),
    reason: (
      <Fine>
        <Trans>
          The contact form sent this message. The name, the address and the order number are as they were typed; nobody
          has checked them.
        </Trans>
      </Fine>
    ),
  }
}
