import { forgetPlacedOrders } from '#server/cart/placed-orders-queries.ts'
import { createEmailTokens, type EmailTokens } from '#server/email/email-tokens.ts'
import type { Emails } from '#server/email/mailer-plugin.ts'
import type { Database } from '#server/infra/database/database.ts'

import { createEmailLinks, type EmailLinks } from './email-links.ts'
import { forgetHints } from './hints-queries.ts'
import { forgetSubscriptions } from './subscriptions-queries.ts'

/** What subscribing and hinting are made of; handed to each of their steps. */
export interface Mailing {
  database: Database
  emails: Pick<Emails, 'queue'>
  tokens: EmailTokens
  links: EmailLinks
}

interface MailingOptions {
  database: Database
  emails: Pick<Emails, 'queue'>
  secret: string
  /** Of links in emails. */
  origin: () => string
}

/** The privacy policy says it too. */
const RETENTION_DAYS = 90
/** As long as a product may be brought back to us with its order. */
const ORDERS_RETENTION_DAYS = 730

export function createMailing({ database, emails, secret, origin }: MailingOptions): Mailing {
  const tokens = createEmailTokens(secret)
  return { database, emails, tokens, links: createEmailLinks(tokens, origin) }
}

/**
 * Deletes what there is no more reason to keep: old hints, addresses that were never confirmed or have left, and by
 * what an old order is found.
 */
export async function forgetOldMailings({ database }: Mailing): Promise<void> {
  await forgetHints(database, RETENTION_DAYS)
  await forgetSubscriptions(database, RETENTION_DAYS)
  await forgetPlacedOrders(database, ORDERS_RETENTION_DAYS)
}
