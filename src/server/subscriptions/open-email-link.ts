import { addressHash } from '#server/email/address-key.ts'
import { maskEmailAddress } from '#shared/email/mask-email-address.ts'
import type { MailingPage, MailingView } from '#shared/newsletter/mailing.ts'

import type { Mailing } from './mailing.ts'
import { findSubscription, type Subscription } from './subscriptions-queries.ts'
import { isSuppressed } from './suppression-queries.ts'

/** What the page behind a link in an email shows; changes nothing. */
export async function openEmailLink(mailing: Mailing, page: MailingPage, token: string): Promise<MailingView> {
  const { database, tokens } = mailing
  const read = tokens.read(page, token)
  if (read.state === 'damaged') return { link: 'damaged', subscription: null, hints: true, preferencesToken: null }
  const { state: link, subject } = read
  if (page === 'stop') {
    return { link, subscription: null, hints: !(await isSuppressed(database, subject)), preferencesToken: null }
  }
  const found = await findSubscription(database, subject)
  if (!found) return { link: 'gone', subscription: null, hints: true, preferencesToken: null }
  return {
    link,
    subscription: { address: maskEmailAddress(found.email), language: found.language, state: stateOf(found) },
    hints: !(await isSuppressed(database, addressHash(found.email_key))),
    // A link that has lapsed gives no new ones.
    preferencesToken: link === 'good' ? tokens.sign('preferences', found.id) : null,
  }
}

function stateOf({ confirmed_at: confirmed, unsubscribed_at: left }: Subscription): 'asked' | 'confirmed' | 'left' {
  if (left) return 'left'
  return confirmed ? 'confirmed' : 'asked'
}
