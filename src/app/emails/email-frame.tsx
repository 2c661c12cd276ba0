import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import type { ReactNode } from 'react'

import type { EmailContext } from '#shared/email/email.ts'
import { localePath, LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

import { Fine, FineLink, Rule } from './email-parts.tsx'
import { darkModeCss, DISPLAY_FONT, paint, TEXT_FONT } from './paint.ts'

/** The messages are not translated yet. */
export interface EmailLayout {
  subject: MessageDescriptor
  /** An inbox shows it beside the subject. */
  preheader: MessageDescriptor
  body: ReactNode
  /** Why the recipient gets the email, and how to stop it. */
  reason: ReactNode
}

interface EmailFrameProps {
  layout: EmailLayout
  locale: Locale
  context: EmailContext
}

/** The brand is above the body, the reason and the preferences link are below it. */
export function EmailFrame({ layout, locale, context: { origin, brand, preferencesUrl } }: EmailFrameProps) {
  const { i18n } = useLingui()
  const home = origin + localePath(locale, '/')
  return (
    <Html lang={LANGUAGE_TAGS[locale]}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{i18n._(layout.subject)}</title>
        <style>{`:root{color-scheme:light dark;supported-color-schemes:light dark}${darkModeCss()}`}</style>
      </Head>
      <body {...paint({ ground: 'paper', text: 'ink' }, { margin: 0, padding: 0 })}>
        <Preview>{i18n._(layout.preheader)}</Preview>
        {/* Repeats the background, because many mail clients remove the body element. */}
        <Section {...paint({ ground: 'paper', text: 'ink' }, { fontFamily: TEXT_FONT })}>
          <Container style={{ maxWidth: 600, padding: '0 20px' }}>
            <Section data-skip-in-text="true" style={{ padding: '28px 0 24px', textAlign: 'center' }}>
              <Link href={home} {...paint({ text: 'ink' }, WORDMARK)}>
                {brand}
              </Link>
            </Section>
            <Rule />
            <Section style={{ padding: '40px 0 32px' }}>{layout.body}</Section>
            <Rule />
            <Section className="apart" style={{ padding: '24px 0 48px' }}>
              {layout.reason}
              {preferencesUrl ? (
                <Fine>
                  <FineLink href={preferencesUrl}>
                    <Trans>Manage email preferences or unsubscribe</Trans>
                  </FineLink>
                </Fine>
              ) : null}
              <Fine>
                <FineLink href={home}>
                  <Trans>{brand}, moissanite jewellery</Trans>
                </FineLink>
              </Fine>
            </Section>
          </Container>
        </Section>
      </body>
    </Html>
  )
}

const WORDMARK = {
  fontFamily: DISPLAY_FONT,
  fontSize: 24,
  lineHeight: '32px',
  letterSpacing: '0.14em',
  textTransform: 'uppercase',
  textDecoration: 'none',
} as const
