import { addressHash } from '#server/email/email-tokens.ts'
import { maskEmailAddress } from '#shared/email/is-email-address.ts'
import type { Locale } from '#shared/i18n/locale.ts'
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

/** Version of the consent text beside the subscribe button. Increase it when the text promises something else. */
const CONSENT_TEXT_VERSION = '2026-11'

interface SubscriptionInput {
  email: string
  emailKey: string
  siteType: string
  language: Locale
}

/**
 * Sends a confirmation request to an address, at most once a day and never to a confirmed subscriber. The caller cannot
 * find out whether the address is known.
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

/** Confirms a subscription and sends the welcome email once. */
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
  /** Whether hints may be sent to the address. */
  hints?: boolean | undefined
}

/**
 * Applies a change on the preferences page.
 * @returns false if the subscription no longer exists
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

/** Reads the data that the page of an email link shows. Read only. */
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
    // An expired link yields no new tokens.
    preferencesToken: link === 'good' ? tokens.sign('preferences', found.id) : null,
  }
}

function stateOf({ confirmed_at: confirmed, unsubscribed_at: left }: Subscription): 'asked' | 'confirmed' | 'left' {
  if (left) return 'left'
  return confirmed ? 'confirmed' : 'asked'
}
