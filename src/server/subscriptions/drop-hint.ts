import { addressHash, addressKey } from '#server/email/address-key.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { EmailProduct } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { keepHint, lockRecipient, recentHints, type RecentHint } from './hints-queries.ts'
import type { Mailing } from './mailing.ts'
import { MAILING_MESSAGES } from './messages.ts'
import { isSuppressed } from './suppression-queries.ts'

export interface HintInput {
  sender: string | null
  /** The name that the email is signed with. */
  senderName: string | null
  recipient: string
  recipientKey: string
  message: string | null
  language: Locale
  variantId: string | null
  piece: EmailProduct | null
}

/** To one recipient, anyone who hints. */
const MOST_A_DAY = 3
const SECONDS_A_DAY = 86_400

/**
 * Sends a hint, unless its recipient wants none, which no one is told. The same hint twice within a day is one.
 * @throws HttpError 429 where enough hints went to the recipient today
 */
export async function dropHint({ database, emails, links }: Mailing, input: HintInput): Promise<void> {
  const { sender, recipient, message, language, variantId, piece: product } = input
  const recipientHash = addressHash(input.recipientKey)
  await database.transaction(async (tx) => {
    await lockRecipient(tx, recipientHash)
    const recent = await recentHints(tx, recipientHash)
    if (recent.some((hint) => isSame(hint, input))) return
    const last = recent[MOST_A_DAY - 1]
    if (last) throw enoughHints(SECONDS_A_DAY - last.age)

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
    })
  })
}

function isSame(hint: RecentHint, { sender, variantId }: HintInput): boolean {
  const keyOf = (address: string | null) => address && addressKey(address)
  return hint.variant_id === variantId && keyOf(hint.sender) === keyOf(sender)
}

function enoughHints(seconds: number): HttpError {
  return new HttpError(429, {
    message: MAILING_MESSAGES.enoughHints,
    fields: { recipient_email: MAILING_MESSAGES.enoughHints },
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
  })
}
