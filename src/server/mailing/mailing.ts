import type { Database } from '#server/database/database.ts'
import { forgetHints } from '#server/database/mailing/hints.ts'
import { forgetSubscriptions } from '#server/database/mailing/subscriptions.ts'
import { forgetPlacedOrders } from '#server/database/placed-orders.ts'
import type { Letters } from '#server/plugins/mailer.ts'

import { createLetterLinks, type LetterLinks } from './letter-links.ts'
import { createLetterTokens, type LetterTokens } from './letter-tokens.ts'

/** What subscribing and hinting are made of; handed to each of their steps. */
export interface Mailing {
  database: Database
  letters: Pick<Letters, 'queue'>
  tokens: LetterTokens
  links: LetterLinks
}

interface MailingOptions {
  database: Database
  letters: Pick<Letters, 'queue'>
  secret: string
  /** Of links in letters. */
  origin: () => string
}

/** The privacy policy says it too. */
const KEPT_DAYS = 90
/** As long as a piece may be brought back to us with its order. */
const ORDERS_KEPT_DAYS = 730

export function createMailing({ database, letters, secret, origin }: MailingOptions): Mailing {
  const tokens = createLetterTokens(secret)
  return { database, letters, tokens, links: createLetterLinks(tokens, origin) }
}

/**
 * Deletes what there is no more reason to keep: old hints, addresses that were never confirmed or have left, and by
 * what an old order is found.
 */
export async function forgetOldMailings({ database }: Mailing): Promise<void> {
  await forgetHints(database, KEPT_DAYS)
  await forgetSubscriptions(database, KEPT_DAYS)
  await forgetPlacedOrders(database, ORDERS_KEPT_DAYS)
}
