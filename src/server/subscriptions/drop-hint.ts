import { addressHash, addressKey } from '#server/email/email-tokens.ts'
import { HttpError, refuseField } from '#server/http/http-error.ts'
import type { EmailProduct } from '#shared/email/email.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'
import { jpegUrl } from '#shared/images/image-url.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { productPath } from '#shared/page/page-paths.ts'
import type { Product, Variant } from '#shared/product/product.ts'
import { choiceQuery, chosenOf, optionsInOrder, imagesOf } from '#shared/product/variant-choice.ts'

import type { Mailing } from './mailing.ts'
import { MAILING_MESSAGES } from './messages.ts'
import { keepHint, lockRecipient, recentHints, type RecentHint, isSuppressed } from './subscriptions-queries.ts'

interface HintInput {
  sender: string | null
  /** Signs the email. */
  senderName: string | null
  recipient: string
  recipientKey: string
  message: string | null
  language: Locale
  variantId: string | null
  piece: EmailProduct | null
}

/** To one recipient, from all senders together. */
const MAX_A_DAY = 3
const SECONDS_A_DAY = 86_400

/** The sender does not learn of an opt-out. The same hint within a day is sent once. Throws HttpError 429. */
export async function dropHint({ database, emails, links }: Mailing, input: HintInput): Promise<void> {
  const { sender, recipient, message, language, variantId, piece: product } = input
  const recipientHash = addressHash(input.recipientKey)
  await database.transaction(async (tx) => {
    await lockRecipient(tx, recipientHash)
    const recent = await recentHints(tx, recipientHash)
    if (recent.some((hint) => isSame(hint, input))) return
    const last = recent[MAX_A_DAY - 1]
    if (last) throw tooManyHints(SECONDS_A_DAY - last.age)

    const isSent = !(await isSuppressed(tx, recipientHash))
    await keepHint(tx, { sender, recipient, recipientHash, message, language, variantId, isSent })
    if (!isSent) return
    const facts = {
      message,
      senderName: input.senderName,
      piece: product,
      shopUrl: links.shop(language),
      stopUrl: links.stopHints(language, recipientHash),
    }
    await emails.queue(tx, {
      to: recipient,
      letter: { name: 'gift-hint', locale: language, facts },
      unsubscribeUrl: links.stopHintsAtOnce(language, recipientHash),
      isUnconfirmed: true,
    })
  })
}

function isSame(hint: RecentHint, { sender, variantId }: HintInput): boolean {
  const keyOf = (address: string | null) => address && addressKey(address)
  return hint.variant_id === variantId && keyOf(hint.sender) === keyOf(sender)
}

function tooManyHints(seconds: number): HttpError {
  return new HttpError(429, {
    message: MAILING_MESSAGES.enoughHints,
    fields: { recipient_email: MAILING_MESSAGES.enoughHints },
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
  })
}

/** Twice the width of an email, for high-density screens. */
const IMAGE_WIDTH = 1280

/** `product` is in the email's language and the sender's currency. Without a size only the metal is chosen. */
export function toEmailProduct(
  product: Product,
  variant: Variant,
  place: { origin: string; locale: Locale; isSized: boolean },
): EmailProduct {
  const { origin, locale, isSized } = place
  const choice = isSized ? variant.options : chosenOf(product, variant, {})
  const [image] = imagesOf(product, variant)
  const price = variant.calculated_price
  return {
    title: product.title,
    url: `${origin}${localePath(locale, productPath(product.handle))}${choiceQuery(product, choice)}`,
    picture: image ? { url: jpegUrl(origin, image.url, IMAGE_WIDTH), alt: image.alt } : null,
    price: price && formatMoney(price.calculated_amount, price.currency_code, locale),
    options: optionsInOrder(product).flatMap(({ code, title, values }) => {
      const chosen = values.find((value) => value.code === choice[code])
      return chosen ? [{ title, value: chosen.value }] : []
    }),
  }
}

const MAX_MESSAGE_LENGTH = 500
const MAX_NAME_LENGTH = 40

const LINK = /(?:\b[a-z][a-z\d+.-]*:\/\/|\bwww\.)\S+|\b(?:[a-z\d-]+\.)+[a-z]{2,}\/\S*/giu

/** Keeps line breaks, removes invisible characters. Null if empty. Throws HttpError if too long or mostly a link. */
export function toHintMessage(text: string | null | undefined): string | null {
  const message = (text ?? '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{C}\n\t\u200d]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (message === '') return null
  if (message.length > MAX_MESSAGE_LENGTH) throw refuseField('message', MAILING_MESSAGES.messageTooLong)
  if (isMostlyLink(message)) throw refuseField('message', MAILING_MESSAGES.messageIsLink)
  return message
}

/** Recipients would take text other than personal names for the shop's own. Null if empty. Throws HttpError. */
export function toSenderName(text: string | null | undefined): string | null {
  const name = (text ?? '').trim().replace(/\s+/g, ' ')
  if (name === '') return null
  if (name.length > MAX_NAME_LENGTH || !/^[\p{L}\p{M}][\p{L}\p{M} '’.-]*$/u.test(name) || /\.\p{L}/u.test(name))
    throw refuseField('sender_name', MAILING_MESSAGES.senderName)
  return name
}

function isMostlyLink(message: string): boolean {
  const links = message.match(LINK) ?? []
  const linked = links.join('').length
  return linked > 0 && linked >= message.replace(/\s/g, '').length - linked
}
