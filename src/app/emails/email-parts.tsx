import { Trans } from '@lingui/react/macro'
import { Button } from '@react-email/button'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'

import { DISPLAY_FONT, paint } from './paint.ts'

interface WithChildren {
  children: ReactNode
}

export function Title({ children }: WithChildren) {
  return (
    <Heading as="h1" {...paint({ text: 'ink' }, TITLE)}>
      {children}
    </Heading>
  )
}

export function Subtitle({ children }: WithChildren) {
  return (
    <Heading as="h2" {...paint({ text: 'quiet' }, SUBTITLE)}>
      {children}
    </Heading>
  )
}

export function Paragraph({ children }: WithChildren) {
  return (
    <Text {...paint({ text: 'ink' }, { ...BREAKING, margin: '0 0 16px', fontSize: 16, lineHeight: '26px' })}>
      {children}
    </Text>
  )
}

export function Fine({ children }: WithChildren) {
  return (
    <Text {...paint({ text: 'quiet' }, { ...BREAKING, margin: '0 0 8px', fontSize: 14, lineHeight: '22px' })}>
      {children}
    </Text>
  )
}

export function OrderReason({ brand }: { brand: string }) {
  return (
    <Fine>
      <Trans>You received this email because this address was used for an order at {brand}.</Trans>
    </Fine>
  )
}

export function FineLink({ href, children }: WithChildren & { href: string }) {
  return (
    <Link href={href} {...paint({ text: 'quiet' }, { textDecoration: 'underline' })}>
      {children}
    </Link>
  )
}

export function TextLink({ href, children }: WithChildren & { href: string }) {
  return (
    <Link href={href} {...paint({ text: 'gold' }, { textDecoration: 'underline' })}>
      {children}
    </Link>
  )
}

export function Rule() {
  return <Hr {...paint({ edge: 'line' }, RULE)} />
}

/** Text of a person, with its line breaks. */
export function Quotation({ text }: { text: string }) {
  return (
    <blockquote dir="auto" {...paint({ edge: 'gold', text: 'ink' }, QUOTATION)}>
      {text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [<br key={index} />, line]))}
    </blockquote>
  )
}

export function Action({ href, children }: WithChildren & { href: string }) {
  const { className, style } = paint({ ground: 'ink', text: 'paper' }, ACTION)
  return (
    <Section style={{ padding: '8px 0 24px' }}>
      <Button href={href} className={`action ${className}`} style={style}>
        {children}
      </Button>
    </Section>
  )
}

/** Breaks long words, so that they do not widen the email. */
export const BREAKING = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const
const QUOTATION = {
  ...BREAKING,
  margin: '0 0 24px',
  padding: '2px 0 2px 16px',
  borderStyle: 'solid',
  borderWidth: '0 0 0 2px',
  fontSize: 16,
  lineHeight: '26px',
} as const
const RULE = { margin: 0, borderStyle: 'solid', borderWidth: '1px 0 0' } as const
const TITLE = {
  ...BREAKING,
  margin: '0 0 20px',
  fontFamily: DISPLAY_FONT,
  fontSize: 32,
  lineHeight: '38px',
  fontWeight: 500,
} as const
const SUBTITLE = {
  margin: '32px 0 8px',
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 600,
  letterSpacing: '0.12em',
  textTransform: 'uppercase',
} as const
const ACTION = { padding: '16px 28px', fontSize: 15, fontWeight: 600, borderRadius: 2 } as const
