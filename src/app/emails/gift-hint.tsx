import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Img } from '@react-email/img'
import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'

import type { EmailFacts, EmailProduct, EmailContext } from '#shared/email/email.ts'

import type { EmailLayout } from './email-frame.tsx'
import { Action, BREAKING, Fine, FineLink, Title, MessageSet } from './email-parts.tsx'
import { harmlessText, unlinkedText } from './harmless-text.ts'
import { DISPLAY_FONT, paint } from './paint.ts'

/**
 * One person's wish, told to another who never asked for emails: what it says of itself is true, and it says how to
 * stop it.
 */
export function giftHint(facts: EmailFacts['gift-hint'], { brand }: EmailContext): EmailLayout {
  const { piece: product, message, senderName = null, shopUrl, stopUrl } = facts
  return {
    // Nothing that a stranger typed: an inbox shows it as if it were ours. The address that the sender gave is not
    // verified, so the email does not name it anywhere.
    subject: msg`A little hint for you`,
    preheader: product
      ? msg`${product.title}: someone hopes that you will see it.`
      : msg`Someone has a wish, and hopes that you will guess it.`,
    body: (
      <>
        <Title>
          <Trans>A little hint</Trans>
        </Title>
        <MessageSet>
          <Trans>Someone who knows you has found something at {brand} and hopes that you will see it.</Trans>
        </MessageSet>
        {message || senderName ? (
          <Quotation
            text={unlinkedText(harmlessText([message, senderName && `— ${senderName}`].filter(Boolean).join('\n')))}
          />
        ) : null}
        {product ? <SampleProduct piece={product} /> : null}
        <Action href={product?.url ?? shopUrl}>
          {product ? <Trans>See the piece</Trans> : <Trans>See the collection</Trans>}
        </Action>
      </>
    ),
    reason: (
      <Fine>
        <Trans>
          You are on no list: this letter came because someone gave us your address for a hint.{' '}
          <FineLink href={stopUrl}>Stop all hints to this address</FineLink>
        </Trans>
      </Fine>
    ),
  }
}

function Quotation({ text }: { text: string }) {
  return (
    <>
      <Fine>
        <Trans>The note that came with the hint, in the sender’s own words:</Trans>
      </Fine>
      <blockquote dir="auto" {...paint({ edge: 'gold', text: 'ink' }, QUOTATION)}>
        {text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [<br key={index} />, line]))}
      </blockquote>
    </>
  )
}

function SampleProduct({ piece: product }: { piece: EmailProduct }) {
  return (
    <Section style={{ paddingTop: 8 }}>
      {product.picture ? (
        <Link href={product.url} data-skip-in-text="true">
          <Img
            src={product.picture.url}
            alt={product.picture.alt}
            width="560"
            {...paint({ ground: 'frame' }, { width: '100%', height: 'auto', marginBottom: 20 })}
          />
        </Link>
      ) : null}
      <Text {...paint({ text: 'ink' }, NAME)}>{product.title}</Text>
      {product.options.map(({ title, value }) => (
        <div key={title} {...paint({ text: 'quiet' }, OPTION)}>
          {title}: {value}
        </div>
      ))}
      {product.price ? <MessageSet>{product.price}</MessageSet> : null}
    </Section>
  )
}

const QUOTATION = {
  ...BREAKING,
  margin: '0 0 24px',
  padding: '2px 0 2px 16px',
  borderStyle: 'solid',
  borderWidth: '0 0 0 2px',
  fontSize: 16,
  lineHeight: '26px',
} as const
const OPTION = { ...BREAKING, fontSize: 14, lineHeight: '24px' } as const
const NAME = { ...BREAKING, margin: '0 0 8px', fontFamily: DISPLAY_FONT, fontSize: 24, lineHeight: '30px' } as const
