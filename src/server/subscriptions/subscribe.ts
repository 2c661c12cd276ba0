import type { Locale } from '#shared/i18n/locale.ts'
import { CONSENT_TEXT_VERSION } from '#shared/newsletter/consent-text.ts'

import type { Mailing } from './mailing.ts'
import { claimAsking, confirmSubscription, requestSubscription } from './subscriptions-queries.ts'

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
