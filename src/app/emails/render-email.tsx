import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, toPlainText as convert } from '@react-email/render'

import type { Email, EmailFacts, EmailName, EmailContext, RenderedEmail } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { accountDeletion } from './account/account-deletion.tsx'
import { accountEmail } from './account/account-email.tsx'
import { accountLink } from './account/account-link.tsx'
import { accountNotice } from './account/account-notice.tsx'
import { backInStock, confirmStockAlert } from './back-in-stock.tsx'
import { confirmSubscription } from './confirm-subscription.tsx'
import { contactMessage } from './contact-message.tsx'
import { EmailFrame, type EmailLayout } from './email-frame.tsx'
import { giftHint } from './gift-hint.tsx'
import { orderCanceled } from './orders/order-canceled.tsx'
import { orderLapsed } from './orders/order-lapsed.tsx'
import { orderLink } from './orders/order-link.tsx'
import { orderNews } from './orders/order-news.tsx'
import { orderPlaced } from './orders/order-placed.tsx'
import { orderRefunded } from './orders/order-refunded.tsx'
import { orderShipped } from './orders/order-shipped.tsx'
import { transferRequested } from './orders/transfer-requested.tsx'
import { withdrawalReceived } from './orders/withdrawal-received.tsx'
import { welcome } from './welcome.tsx'

type EmailNamed<Name extends EmailName> = { name: Name; locale: Locale; facts: EmailFacts[Name] }

const LAYOUTS: {
  [Name in EmailName]: (facts: EmailFacts[Name], context: EmailContext, locale: Locale) => EmailLayout
} = {
  'confirm-subscription': confirmSubscription,
  welcome,
  'gift-hint': giftHint,
  'confirm-stock-alert': confirmStockAlert,
  'back-in-stock': backInStock,
  'order-placed': orderPlaced,
  'order-link': orderLink,
  'account-link': accountLink,
  'account-notice': accountNotice,
  'account-email': accountEmail,
  'account-deletion': accountDeletion,
  'order-lapsed': orderLapsed,
  'order-shipped': orderShipped,
  'order-refunded': orderRefunded,
  'order-canceled': orderCanceled,
  'order-news': orderNews,
  'contact-message': contactMessage,
  'transfer-requested': transferRequested,
  'withdrawal-received': withdrawalReceived,
}

const CATALOGS = import.meta.glob<{ messages: Messages }>('../../../locales/emails/*.po')

/** @param context contains absolute URLs */
export async function renderEmail(email: Email, context: EmailContext): Promise<RenderedEmail> {
  const { locale } = email
  const i18n = await loadMessages(locale)
  const layout = toLayout(email, context)
  const html = await render(
    <I18nProvider i18n={i18n}>
      <EmailFrame layout={layout} locale={locale} context={context} />
    </I18nProvider>,
  )
  return { subject: i18n._(layout.subject), html, text: toPlainText(html) }
}

function toLayout<Name extends EmailName>(email: EmailNamed<Name>, context: EmailContext): EmailLayout {
  return LAYOUTS[email.name](email.facts, context, email.locale)
}

async function loadMessages(locale: Locale): Promise<I18n> {
  const catalog = await CATALOGS[`../../../locales/emails/${locale}.po`]?.()
  return setupI18n({ locale, messages: { [locale]: catalog?.messages ?? {} } })
}

/** The used part of the `html-to-text` builder, which has no types. */
interface Builder {
  openBlock(options: { leadingLineBreaks: number }): void
  closeBlock(options: { trailingLineBreaks: number }): void
  addInline(text: string, options?: { noWordTransform: boolean }): void
  addLineBreak(): void
}
interface Element {
  children: unknown[]
  attribs: Record<string, string>
}
type Walk = (children: unknown[], builder: Builder) => void

const ONE_LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 }

/** Table rows and buttons are on separate lines. */
const OPTIONS = {
  wordwrap: 76,
  // Only these characters count as white space, so that the zero-width spaces of `typedText` are preserved.
  whitespaceCharacters: ' \t\r\n\f',
  formatters: {
    cell(elem: Element, walk: Walk, builder: Builder) {
      walk(elem.children, builder)
      builder.addInline(' ')
    },
    action(elem: Element, walk: Walk, builder: Builder) {
      builder.openBlock({ leadingLineBreaks: 2 })
      walk(elem.children, builder)
      builder.addInline(':')
      builder.addLineBreak()
      builder.addInline(elem.attribs['href'] ?? '', { noWordTransform: true })
      builder.closeBlock({ trailingLineBreaks: 2 })
    },
  },
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: 'a.action', format: 'action' },
    { selector: 'hr', format: 'skip' },
    { selector: 'table', format: 'block', options: ONE_LINE },
    { selector: 'table.apart', format: 'block', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'tr', format: 'block', options: ONE_LINE },
    { selector: 'td', format: 'cell' },
  ],
}

function toPlainText(html: string): string {
  return `${convert(html, OPTIONS).trim()}\n`
}
