import { addressHash, addressKey } from '#server/email/email-tokens.ts'
import type { Transaction } from '#server/infra/database/database.ts'
import type { EmailPreferences } from '#shared/account/account.ts'
import { maskEmailAddress } from '#shared/email/is-email-address.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { SITE_TYPE, type MailingPage, type MailingView } from '#shared/newsletter/mailing.ts'

import type { Mailing } from './mailing.ts'
import {
  claimAsking,
  confirmSubscription,
  requestSubscription,
  endSubscription,
  findSubscription,
  findSubscriptionOf,
  renewSubscription,
  setEmailLanguage,
  type Subscription,
  lift,
  suppress,
  isSuppressed,
} from './subscriptions-queries.ts'

/** Of the consent text beside the subscribe button. Increase it when the text promises something else. */
const CONSENT_TEXT_VERSION = '2026-11'

interface SubscriptionInput {
  email: string
  emailKey: string
  siteType: string
  language: Locale
}

/** At most once a day, never to a confirmed subscriber. The caller cannot find out whether the address is known. */
export async function subscribe({ database, emails, links }: Mailing, input: SubscriptionInput): Promise<void> {
  const { email, language } = input
  await database.transaction(async (tx) => {
    const id = await requestSubscription(tx, { ...input, consentText: CONSENT_TEXT_VERSION })
    if (id === undefined || !(await claimAsking(tx, id))) return
    const confirmUrl = links.confirm(language, id)
    await emails.queue(tx, {
      to: email,
      letter: { name: 'confirm-subscription', locale: language, facts: { confirmUrl } },
      isUnconfirmed: true,
    })
  })
}

export async function confirm(mailing: Mailing, subscriptionId: string): Promise<void> {
  await mailing.database.transaction(async (tx) => join(mailing, tx, subscriptionId))
}

async function join({ emails, links }: Mailing, tx: Transaction, subscriptionId: string): Promise<void> {
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
}

interface PreferencesChange {
  language?: Locale
  subscribed?: boolean
  hints?: boolean
}

/** False if the subscription no longer exists. */
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
    await setHints(tx, found.email_key, hints)
    return true
  })
}

/** @param email of an account */
export async function readPreferences({ database }: Mailing, email: string): Promise<EmailPreferences> {
  const emailKey = addressKey(email) ?? email
  const [found, isStopped] = await Promise.all([
    findSubscriptionOf(database, emailKey),
    isSuppressed(database, addressHash(emailKey)),
  ])
  return {
    newsletter: found !== undefined && stateOf(found) === 'confirmed',
    hints: !isStopped,
    language: found?.language ?? null,
  }
}

/** The address is confirmed: a new subscriber gets the welcome email. `locale` is used if no language is chosen. */
export async function changeOwnPreferences(
  mailing: Mailing,
  email: string,
  { newsletter, hints, language }: { [Field in keyof EmailPreferences]?: EmailPreferences[Field] },
  locale: Locale,
): Promise<void> {
  const emailKey = addressKey(email) ?? email
  await mailing.database.transaction(async (tx) => {
    if (newsletter) {
      const asked = { email, emailKey, siteType: SITE_TYPE, language: language ?? locale }
      const id = await requestSubscription(tx, { ...asked, consentText: CONSENT_TEXT_VERSION })
      if (id !== undefined) await join(mailing, tx, id)
    }
    const found = await findSubscriptionOf(tx, emailKey)
    if (found && language) await setEmailLanguage(tx, found.id, language)
    // A subscription that waits for its confirmation is none yet, and stays.
    if (found?.confirmed_at && newsletter === false) await endSubscription(tx, found.id)
    await setHints(tx, emailKey, hints)
  })
}

async function setHints(tx: Transaction, emailKey: string, hints: boolean | undefined): Promise<void> {
  const hash = addressHash(emailKey)
  if (hints === true) await lift(tx, hash)
  if (hints === false) await suppress(tx, hash, 'preferences')
}

/** Read only. */
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
