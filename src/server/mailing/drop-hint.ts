import { keepHint, lockRecipient, recentHints, type RecentHint } from '#server/database/mailing/hints.ts'
import { isSuppressed } from '#server/database/mailing/suppression.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { LetterPiece } from '#shared/letters/letter.ts'

import { addressHash, addressKey } from './address-key.ts'
import type { Mailing } from './mailing.ts'
import { MAILING_SENTENCES } from './sentences.ts'

export interface HintWish {
  sender: string | null
  recipient: string
  recipientKey: string
  message: string | null
  language: Locale
  variantId: string | null
  piece: LetterPiece | null
}

/** To one recipient, whoever hints. */
const MOST_A_DAY = 3
const SECONDS_A_DAY = 86_400

/**
 * Sends a hint, unless its recipient wants none, which nobody is told. The same hint twice within a day is one.
 * @throws Refusal 429 where enough hints went to the recipient today
 */
export async function dropHint({ database, letters, links }: Mailing, wish: HintWish): Promise<void> {
  const { sender, recipient, message, language, variantId, piece } = wish
  const recipientHash = addressHash(wish.recipientKey)
  await database.transaction(async (tx) => {
    await lockRecipient(tx, recipientHash)
    const recent = await recentHints(tx, recipientHash)
    if (recent.some((hint) => isSame(hint, wish))) return
    const last = recent[MOST_A_DAY - 1]
    if (last) throw enoughHints(SECONDS_A_DAY - last.age)

    const isSent = !(await isSuppressed(tx, recipientHash))
    await keepHint(tx, { sender, recipient, recipientHash, message, language, variantId, isSent })
    if (!isSent) return
    const facts = {
      message,
      piece,
      shopUrl: links.shop(language),
      stopUrl: links.stopHints(language, recipientHash),
    }
    await letters.queue(tx, {
      to: recipient,
      letter: { name: 'gift-hint', locale: language, facts },
      unsubscribeUrl: links.stopHintsAtOnce(language, recipientHash),
    })
  })
}

function isSame(hint: RecentHint, { sender, variantId }: HintWish): boolean {
  const keyOf = (address: string | null) => address && addressKey(address)
  return hint.variant_id === variantId && keyOf(hint.sender) === keyOf(sender)
}

function enoughHints(seconds: number): Refusal {
  return new Refusal(429, {
    sentence: MAILING_SENTENCES.enoughHints,
    fields: { recipient_email: MAILING_SENTENCES.enoughHints },
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
  })
}
