import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Img } from '@react-email/img'
import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'

import type { LetterFacts, LetterPiece, LetterPlace } from '#shared/letters/letter.ts'

import { harmlessText, unlinkedText } from './harmless-text.ts'
import type { LetterSheet } from './letter-frame.tsx'
import { Action, BREAKING, Fine, FineLink, Title, Words } from './letter-parts.tsx'
import { DISPLAY_FONT, paint } from './paint.ts'

/** One person's wish, told to another who never asked for letters: what it says of itself is true, and it says how to stop it. */
export function giftHint(facts: LetterFacts['gift-hint'], { brand }: LetterPlace): LetterSheet {
  const { piece, message, shopUrl, stopUrl } = facts
  return {
    // Nothing that a stranger typed: an inbox shows it as if it were ours. The address that the sender gave is not
    // verified, so the letter does not name it anywhere.
    subject: msg`A little hint for you`,
    preheader: piece
      ? msg`${piece.title}: someone hopes that you will see it.`
      : msg`Someone has a wish, and hopes that you will guess it.`,
    body: (
      <>
        <Title>
          <Trans>A little hint</Trans>
        </Title>
        <Words>
          <Trans>Someone who knows you has found something at {brand} and hopes that you will see it.</Trans>
        </Words>
        {message ? <Quotation text={unlinkedText(harmlessText(message))} /> : null}
        {piece ? <Piece piece={piece} /> : null}
        <Action href={piece?.url ?? shopUrl}>
          {piece ? <Trans>See the piece</Trans> : <Trans>See the collection</Trans>}
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

function Piece({ piece }: { piece: LetterPiece }) {
  return (
    <Section style={{ paddingTop: 8 }}>
      {piece.picture ? (
        <Link href={piece.url} data-skip-in-text="true">
          <Img
            src={piece.picture.url}
            alt={piece.picture.alt}
            width="560"
            {...paint({ ground: 'frame' }, { width: '100%', height: 'auto', marginBottom: 20 })}
          />
        </Link>
      ) : null}
      <Text {...paint({ text: 'ink' }, NAME)}>{piece.title}</Text>
      {piece.options.map(({ title, value }) => (
        <div key={title} {...paint({ text: 'quiet' }, OPTION)}>
          {title}: {value}
        </div>
      ))}
      {piece.price ? <Words>{piece.price}</Words> : null}
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
