import { addressHash } from '#server/email/email-tokens.ts'
import { maskEmailAddress } from '#shared/email/is-email-address.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { CONSENT_TEXT_VERSION } from '#shared/newsletter/consent-text.ts'
import type { MailingPage, MailingView } from '#shared/newsletter/mailing.ts'

import type { Mailing } from './mailing.ts'
import {
  claimAsking,
  confirmSubscription,
  requestSubscription,
  endSubscription,
  findSubscription,
  renewSubscription,
  setEmailLanguage,
  type Subscription,
  lift,
  suppress,
  isSuppressed,
} from './subscriptions-queries.ts'

interface SubscriptionInput {
  email: string
  emailKey: string
  siteType: string
  language: Locale
}

/**
 * Asks the owner of an address whether they want our emails: at most once a day, and not those who said yes before.
 * The caller learns nothing of what is known.
 */
export async function subscribe({ database, emails, links }: Mailing, input: SubscriptionInput): Promise<void> {
  const { email, language } = input
  await database.transaction(async (tx) => {
    const id = await requestSubscription(tx, { ...input, consentText: CONSENT_TEXT_VERSION })
    if (id === undefined || !(await claimAsking(tx, id))) return
    const confirmUrl = links.confirm(language, id)
    await emails.queue(tx, {
      to: email,
      letter: { name: 'confirm-subscription', locale: language, facts: { confirmUrl } },
    })
  })
}

/** Counts the yes of anyone who holds the email, and welcomes them once. */
export async function confirm({ database, emails, links }: Mailing, subscriptionId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const joined = await confirmSubscription(tx, subscriptionId)
    if (!joined) return
    const { id, email, language } = joined
    await emails.queue(tx, {
      to: email,
      letter: { name: 'welcome', locale: language, facts: { shopUrl: links.shop(language) } },
      preferencesUrl: links.preferences(language, id),
      unsubscribeUrl: links.unsubscribe(language, id),
      once: `welcome ${id}`,
    })
  })
}

interface PreferencesChange {
  language?: Locale | undefined
  subscribed?: boolean | undefined
  /** Whether hints may come. */
  hints?: boolean | undefined
}

/**
 * What the holder of a link in an email wants from now on.
 * @returns false where the subscription is no longer kept
 */
export async function changePreferences(
  { database }: Mailing,
  subscriptionId: string,
  { language, subscribed, hints }: PreferencesChange,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const found = await findSubscription(tx, subscriptionId)
    if (!found) return false
    if (language) await setEmailLanguage(tx, found.id, language)
    if (subscribed === true) await renewSubscription(tx, found.id, CONSENT_TEXT_VERSION)
    if (subscribed === false) await endSubscription(tx, found.id)
    const hash = addressHash(found.email_key)
    if (hints === true) await lift(tx, hash)
    if (hints === false) await suppress(tx, hash, 'preferences')
    return true
  })
}

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
